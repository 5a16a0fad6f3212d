import type { Snippet } from './snippets';

/** Code to copy, one way after the other, each with the line a strict page needs. */
export function SnippetList({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <div className="snippets" data-snippets>
      {snippets.map(({ kind, label, place, code, policy }, index) => (
        <details key={kind} name="snippet" open={index === 0} data-kind={kind}>
          <summary>{label}</summary>
          <p className="quiet small">{place}</p>
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

/**
 * Code in a box, with a button as soon as its script is there (`copyCode`); without scripts the text can be selected.
 */
export function CodeBox({ label, code, part }: { label: string; code: string; part: string }) {
  return (
    <div className="code-box">
      <pre tabIndex={0} role="region" aria-label={label}>
        <code data-part={part}>{code}</code>
      </pre>
      <button type="button" className="button quiet small" data-copy hidden aria-label={`Copy ${label}`}>
        Copy
      </button>
    </div>
  );
}
