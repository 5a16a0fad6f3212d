import type { ReactNode } from 'react';
import { A } from '../../site/SiteContext';

/** A setup step between a site's address and an installed chat. */
export interface WayStep {
  readonly title: string;
  /** Its purpose, or its result. */
  readonly note: ReactNode;
  readonly isDone: boolean;
  readonly action: { readonly label: string; readonly to: string };
  /** A form instead of the action. */
  readonly form?: ReactNode;
}

/** Setup steps of a new workspace; the first open one is next. */
export function Way({ steps }: { steps: readonly WayStep[] }) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="way-title">
      <h2 id="way-title">{next > 0 ? 'Next steps' : 'Put a chat on your site'}</h2>
      <ol className="way">
        {steps.map(({ title, note, isDone, action, form }, index) => (
          <li key={title} className={isDone ? 'is-done' : index === next ? 'is-next' : undefined}>
            <span className="way-mark" aria-hidden="true">
              {isDone ? '✓' : index + 1}
            </span>
            <div>
              <h3>
                {title}
                {isDone && <span className="visually-hidden"> (done)</span>}
              </h3>
              <p>{note}</p>
              {!isDone && form}
            </div>
            {(isDone || !form) && (
              <A
                className={index === next ? 'button small way-action' : 'button quiet small way-action'}
                to={action.to}
              >
                {action.label}
              </A>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
