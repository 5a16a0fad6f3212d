/** What can be inserted into a value. */
export interface Puts {
  /** Names of the arguments. */
  readonly names: readonly string[];
  /** Names of secrets; only headers can send them. */
  readonly secrets: readonly string[];
}

/** Values of verified visitors that most sites send. */
const VISITOR = [
  ['{{visitor.sub}}', 'Their id'],
  ['{{visitor.email}}', 'Their email'],
] as const;

/**
 * Picks an argument, a secret or a value of the visitor. Without scripts, the form appends it to the value; with them,
 * it is inserted at the cursor at once.
 */
export function PutSelect({
  name,
  label,
  puts: { names, secrets },
  stored = '',
}: {
  name: string;
  label: string;
  puts: Puts;
  stored?: string;
}) {
  return (
    <select name={name} aria-label={label} className="put" data-put={name.replace(/-put$/, '')} defaultValue={stored}>
      <option value="">Insert…</option>
      <optgroup label="What the bot fills in" data-arguments="">
        {names.map((each) => (
          <option key={each} value={`{{${each}}}`}>
            {each}
          </option>
        ))}
      </optgroup>
      {secrets.length > 0 && (
        <optgroup label="Secrets">
          {secrets.map((each) => (
            <option key={each} value={`{{secret.${each}}}`}>
              {each}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label="Of an identified visitor">
        {VISITOR.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </optgroup>
    </select>
  );
}
