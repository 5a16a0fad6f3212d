import { CodeBox } from '../shell/CodeBox';
import { A } from '../site/SiteContext';
import type { Snippet } from './snippets';

/** Code snippets for each way to install, with the policy lines that strict pages need. */
export function SnippetList({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <div className="snippets" data-snippets>
      {snippets.map(({ kind, label, place, guide, code, policy }, index) => (
        <details key={kind} name="snippet" open={index === 0} data-kind={kind}>
          <summary>{label}</summary>
          <p className="quiet small">
            {place} {guide && <A to={guide.to}>{guide.label}</A>}
          </p>
          <CodeBox label={`${label} code`} code={code} part="code" />
          <details className="more">
            <summary>My site has a Content Security Policy</summary>
            <p className="quiet small">Add these sources to the header your pages are sent with.</p>
            <CodeBox label={`${label} policy`} code={policy} part="policy" />
          </details>
        </details>
      ))}
    </div>
  );
}
