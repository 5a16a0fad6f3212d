import type { authSessionListResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { timeAgo } from '../pages/timeAgo';
import { agentWords } from './agentWords';

/** The browsers in which the user is signed in, each with a button to sign it out. */
export function Browsers({
  browsers,
  now,
}: {
  browsers: v.InferOutput<typeof authSessionListResponseSchema>['items'];
  now: number;
}) {
  const sorted = [...browsers].sort(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.createdAt - one.createdAt,
  );
  return (
    <section id="browsers" aria-labelledby="browsers-title">
      <h2 id="browsers-title">Signed-in browsers</h2>
      <ul className="item-list rows">
        {sorted.map(({ id, userAgent, createdAt, isCurrent }) => (
          <li key={id}>
            <div>
              <p>
                <strong>{agentWords(userAgent)}</strong> {isCurrent && <span className="badge">This browser</span>}
              </p>
              <p className="quiet small">Signed in {timeAgo(createdAt, now)}</p>
            </div>
            {!isCurrent && (
              <form method="post">
                <input type="hidden" name="form" value={`browser-${id}`} />
                <input type="hidden" name="anchor" value="browsers" />
                <button className="button quiet small" type="submit" aria-label={`Sign out ${agentWords(userAgent)}`}>
                  Sign out
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {browsers.length > 1 ? (
        <form method="post" className="actions">
          <input type="hidden" name="form" value="browsers" />
          <input type="hidden" name="anchor" value="browsers" />
          <button className="button quiet" type="submit">
            Sign out all other browsers
          </button>
        </form>
      ) : (
        <p className="quiet small">Only this one.</p>
      )}
    </section>
  );
}
