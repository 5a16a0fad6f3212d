import type { HubType, Uses } from '@sotto/hub-api';
import { showCount } from '../../site/planTable';
import { A } from '../../site/SiteContext';

const PATHS = { bot: '/bots', widget: '/integrations/widget', blueprint: '/blueprints' } as const;
const KINDS = { bot: 'Bot', widget: 'Widget', blueprint: 'Blueprint' } as const;

/** What depends on a thing. */
export function UsedBy({ noun, uses: { usedBy } }: { noun: string; uses: Uses }) {
  return (
    <section className="used-by" id="used-by" aria-labelledby="used-by-title">
      <h2 id="used-by-title">Used by</h2>
      {usedBy.length === 0 ? (
        <p className="quiet">Nothing else uses this {noun}.</p>
      ) : (
        <ul className="item-list rows">
          {usedBy.map(({ type, id, name }) => (
            <li key={id}>
              <A to={`${PATHS[type]}/${id}`}>
                <bdi>{name || `Untitled ${type}`}</bdi>
              </A>
              <span className="quiet small">{KINDS[type]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const countOf = (count: number, one: string, many: string): string => `${showCount(count)} ${count === 1 ? one : many}`;

/** What is deleted with a thing, and what then works without it. */
export function deleteNote(kind: HubType, { usedBy, conversations, documents = 0, abilities = 0 }: Uses): string {
  const goes = [
    conversations > 0 && countOf(conversations, 'conversation with a visitor', 'conversations with visitors'),
    documents > 0 && countOf(documents, 'document', 'documents'),
    abilities > 0 && countOf(abilities, 'ability', 'abilities'),
  ].filter((part) => part !== false);
  const names = new Intl.ListFormat('en').format(usedBy.map(({ type, name }) => `the ${type} “${name || 'Untitled'}”`));
  return [
    goes.length > 0 && `Deleted with it: ${goes.join(', ')}.`,
    kind === 'widget' && 'The chat disappears from every page that has its line.',
    usedBy.length > 0 &&
      (kind === 'bot'
        ? `First give ${names} another bot, or delete ${usedBy.length === 1 ? 'it' : 'them'}.`
        : `Then ${names} ${usedBy.length === 1 ? 'works' : 'work'} without it.`),
    'This cannot be undone.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}
