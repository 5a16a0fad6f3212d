import { A, useSite } from '../site/SiteContext';
import type { SiteSettings } from '../site/siteSettings';
import { Brand } from './Brand';
import { ShowMore } from './ShowMore';
import { FOOTER_GROUPS, type FooterGroup, type SiteLink } from './siteLinks';

/** Labels of external links, in order (specification 2.3). */
const SOCIAL = [
  ['community', 'Community chat'],
  ['code', 'Source code'],
  ['network', 'Professional network'],
  ['video', 'Video channel'],
  ['microblog', 'Microblog'],
] as const;

/** Footer: groups of links, five of each at first, and external links from the operator's settings [H-9, H-11]. */
export function Footer({ year }: { year: number }) {
  const { settings } = useSite();
  return (
    <footer className="site-footer">
      <div className="column footer-groups">
        <div className="footer-about">
          <Brand />
          <p>A lightweight chat for your page, the server behind it, and a Hub of building blocks for bots.</p>
        </div>
        {groupsOf(settings).map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
      <div className="column footer-end">
        <p>
          © {year} {settings.owner}. Free software under the MIT licence.
        </p>
      </div>
    </footer>
  );
}

/** Groups of the site, and those filled by settings. Empty ones are not shown. */
function groupsOf({ links }: SiteSettings): FooterGroup[] {
  const platform = links.platform === undefined ? [] : [{ label: 'Platform', to: links.platform }];
  const groups = FOOTER_GROUPS.map((group) =>
    group.title === 'Products' ? { ...group, links: [...group.links, ...platform] } : group,
  );
  return [
    ...groups.slice(0, -1),
    { title: 'Apps', links: links.apps.map(({ label, href }) => ({ label, to: href })) },
    ...groups.slice(-1),
    {
      title: 'Social',
      links: SOCIAL.flatMap(([key, label]) => (links[key] === undefined ? [] : [{ label, to: links[key] }])),
    },
  ].filter((group) => group.links.length > 0);
}

function Group({ group: { title, links } }: { group: FooterGroup }) {
  return (
    <nav className="footer-group" aria-label={`${title}, all links`}>
      <h2>{title}</h2>
      <ShowMore entries={links} list={(some) => <Links links={some} />} />
    </nav>
  );
}

function Links({ links }: { links: readonly SiteLink[] }) {
  return (
    <ul>
      {links.map(({ label, to }) => (
        <li key={to}>
          <A to={to}>{label}</A>
        </li>
      ))}
    </ul>
  );
}
