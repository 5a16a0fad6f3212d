/** A code box with a copy button, added by a script (`copyCode`); without scripts the text can be selected. */
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
