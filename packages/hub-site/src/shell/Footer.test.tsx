import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DEMO_LINKS } from '../../../../scripts/dev/demoLinks.mjs';
import { SiteProvider } from '../site/SiteContext';
import { readSiteSettings } from '../site/siteSettings';
import { Footer } from './Footer';

function footerWith(links: object): string {
  const settings = readSiteSettings({ SITE_LINKS: JSON.stringify(links) });
  const view = { path: '/', viewer: null, workspaces: [], settings, href: (to: string) => to, asset: () => undefined };
  return renderToStaticMarkup(
    <SiteProvider view={view}>
      <Footer year={2026} />
    </SiteProvider>,
  );
}

const titlesOf = (html: string): unknown[] => [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
const GROUPS = ['Products', 'Resources', 'Hub', 'About'];

describe('H-11 the footer', () => {
  it('of the demo has an example for the platform, for Apps and for each social link', () => {
    const html = footerWith(DEMO_LINKS);
    expect(titlesOf(html)).toEqual([...GROUPS.slice(0, 3), 'Apps', 'About', 'Social']);
    const outside = [...html.matchAll(/<a href="https:\/\/[\w-]+\.example\.com\/[^"]*">(.*?)<\/a>/g)];
    expect(outside.map(([, label]) => label)).toEqual([
      'Platform',
      ...DEMO_LINKS.apps.map(({ label }) => label),
      'Community chat',
      'Source code',
      'Professional network',
      'Video channel',
      'Microblog',
    ]);
  });

  it('has no group without a link, and none that the operator did not set', () => {
    expect(titlesOf(footerWith({}))).toEqual(GROUPS);
    expect(titlesOf(footerWith({ code: 'https://code.example.com' }))).toEqual([...GROUPS, 'Social']);
  });
});
