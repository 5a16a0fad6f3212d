import type { HubItem } from '@sotto/hub-api';

/** Use cases of an item; each can be tried in the chat. */
export function UseCases({ useCases }: { useCases: NonNullable<HubItem['page']['useCases']> }) {
  return (
    <section className="item-section" aria-labelledby="use-cases">
      <h2 id="use-cases">Use cases</h2>
      {useCases.description !== '' && (
        <p className="section-lead" dir="auto">
          {useCases.description}
        </p>
      )}
      <ul className="use-cases">
        {useCases.items.map(({ icon, name, description }) => (
          <li key={name}>
            <span className="use-icon" aria-hidden="true">
              {icon === '' ? '💡' : icon}
            </span>
            <h3 dir="auto">{name}</h3>
            <p className="quiet" dir="auto">
              {description}
            </p>
            <button type="button" className="text-button" data-try={name} hidden>
              Try this<span className="visually-hidden">: {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
