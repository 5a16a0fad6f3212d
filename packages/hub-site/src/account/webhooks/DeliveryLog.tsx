import type { WebhookDelivery } from '@sotto/hub-api';
import { Island } from '../../site/Island';
import { Moment } from '../pages/Moment';

const STATUS_WORDS = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed', canceled: 'Canceled' } as const;

/** Deliveries of a webhook; pending ones are updated live. */
export function DeliveryLog({ deliveries, isOn }: { deliveries: readonly WebhookDelivery[]; isOn: boolean }) {
  const log = (
    <div data-live>
      {deliveries.length === 0 ? (
        <p className="quiet">Nothing yet. Send a test to see whether your server answers.</p>
      ) : (
        <ul className="item-list rows">
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} isOn={isOn} />
          ))}
        </ul>
      )}
    </div>
  );
  const isWaiting = deliveries.some(({ status }) => status === 'pending');
  return isWaiting ? (
    <Island name="follow" when="load">
      {log}
    </Island>
  ) : (
    log
  );
}

function Row({ delivery, isOn }: { delivery: WebhookDelivery; isOn: boolean }) {
  const { id, event, eventId, status, attempts, httpStatus, error, durationMs, dueAt, createdAt, body } = delivery;
  return (
    <li>
      <div>
        <p>
          <code>{event}</code> <span className={`state state-${status}`}>{STATUS_WORDS[status]}</span>
        </p>
        <p className="quiet small">
          <Moment at={createdAt} />
          {attempts > 1 && ` · ${String(attempts)} attempts`}
          {error !== null ? ` · ${error}` : httpStatus !== null && ` · Status ${String(httpStatus)}`}
          {durationMs !== null && ` · ${String(durationMs)} ms`}
          {dueAt !== null && error !== null && (
            <>
              {' '}
              · next attempt <Moment at={dueAt} />
            </>
          )}
        </p>
        <details className="more">
          <summary>Message</summary>
          <p className="quiet small">
            <code>webhook-id: {eventId}</code>
          </p>
          <pre tabIndex={0}>
            <code>{JSON.stringify(JSON.parse(body), undefined, 2)}</code>
          </pre>
        </details>
      </div>
      {isOn && status !== 'pending' && (
        <form method="post">
          <input type="hidden" name="form" value={`send-${id}`} />
          <button className="button quiet small" type="submit">
            Send again
          </button>
        </form>
      )}
    </li>
  );
}
