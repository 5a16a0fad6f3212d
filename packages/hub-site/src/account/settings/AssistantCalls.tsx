import type { assistantCallListResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { timeAgo } from '../pages/timeAgo';

interface AssistantCallsProps {
  readonly isOn: boolean;
  readonly calls: v.InferOutput<typeof assistantCallListResponseSchema>['items'];
  readonly now: number;
}

/** Calls that the site's assistant made on the user's behalf, and its switch [H-10]. */
export function AssistantCalls({ isOn, calls, now }: AssistantCallsProps) {
  return (
    <section id="assistant" aria-labelledby="assistant-title">
      <h2 id="assistant-title">The assistant</h2>
      <p className="quiet">
        {isOn
          ? 'The assistant can read what you can read. It changes something only after you confirm the exact call.'
          : 'It is off: the chat in the corner answers questions and cannot act on your behalf.'}
      </p>
      <form method="post" className="actions">
        <input type="hidden" name="form" value="assistant" />
        <input type="hidden" name="anchor" value="assistant" />
        <input type="hidden" name="isOn" value={isOn ? 'off' : 'on'} />
        <button className="button quiet" type="submit">
          {isOn ? 'Switch it off' : 'Switch it on'}
        </button>
      </form>
      <h3>What it did on your behalf</h3>
      {calls.length === 0 ? (
        <p className="quiet">Nothing yet.</p>
      ) : (
        <ul className="item-list rows call-list">
          {calls.map(({ id, tool, method, path, sent, status, createdAt }) => (
            <li key={id}>
              <div>
                <p>
                  <code>
                    {method} {path}
                  </code>
                </p>
                {/* What it sent was written by a model: shown as text. */}
                {sent !== 'null' && (
                  <details className="more">
                    <summary>What was sent</summary>
                    <pre tabIndex={0} role="region" aria-label={`Sent to ${path}`}>
                      <code>{sent}</code>
                    </pre>
                  </details>
                )}
              </div>
              <p className="quiet small">
                {tool === 'graphql' ? 'Question' : 'Call'}, {status < 400 ? 'answered' : `refused (${String(status)})`},{' '}
                {timeAgo(createdAt, now)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
