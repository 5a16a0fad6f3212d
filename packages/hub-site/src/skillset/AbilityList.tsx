import type { HubItem } from '@sotto/hub-api';

type Ability = NonNullable<HubItem['item']['skillset']>['abilities'][number];

/** Abilities of a skillset with their instructions [H-4]. */
export function AbilityList({ abilities }: { abilities: readonly Ability[] }) {
  return (
    <section className="item-section" aria-labelledby="abilities">
      <h2 id="abilities">
        Skillset Abilities <span className="quiet">{abilities.length}</span>
      </h2>
      <ul className="ability-list">
        {abilities.map((ability) => (
          <li key={ability.id} id={`ability-${ability.id}`}>
            <AbilityEntry ability={ability} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AbilityEntry({ ability: { id, name, description, instruction } }: { ability: Ability }) {
  const shownName = name.trim() === '' ? id : name;
  return (
    <article>
      <h3 dir="auto">
        <a href={`#ability-${id}`} className="anchor">
          {shownName}
        </a>
      </h3>
      <p className="quiet" dir="auto">
        {description.trim() === '' ? 'An ability without description' : description}
      </p>
      {instruction.trim() !== '' && (
        <details className="instruction">
          <summary>
            Instruction<span className="visually-hidden"> of {shownName}</span>
          </summary>
          <div className="code-block">
            <div className="code-bar">
              <span>markdown</span>
              <button type="button" className="copy" data-copy hidden>
                Copy
              </button>
            </div>
            <pre tabIndex={0} role="region" aria-label={`Instruction of ${shownName}`}>
              <code className="language-markdown" dir="auto">
                {instruction}
              </code>
            </pre>
          </div>
        </details>
      )}
    </article>
  );
}
