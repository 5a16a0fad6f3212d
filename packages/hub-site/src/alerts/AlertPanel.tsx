import { Island } from '../site/Island';
import { A, useSite } from '../site/SiteContext';
import type { Alert, AlertAction } from '../site/alerts';

/** An alert in the page, shown as a dialog if scripts run. */
export function AlertPanel({ alert, returnTo }: { alert: Alert; returnTo: string }) {
  return (
    <Island name="alert" when="load">
      <dialog open className="alert" aria-labelledby="alert-title" aria-describedby="alert-text" data-kind={alert.kind}>
        <h2 id="alert-title">{alert.title}</h2>
        <p id="alert-text">{alert.text}</p>
        <div className="actions">
          {alert.actions.map((action, index) => (
            <Action key={action.label} action={action} returnTo={returnTo} isFirst={index === 0} />
          ))}
        </div>
        <form method="dialog" className="alert-close">
          <button className="icon-button" aria-label="Close">
            ×
          </button>
        </form>
      </dialog>
    </Island>
  );
}

function Action({ action, returnTo, isFirst }: { action: AlertAction; returnTo: string; isFirst: boolean }) {
  const className = isFirst ? 'button' : 'button quiet';
  if ('to' in action)
    return (
      <A className={className} to={action.to}>
        {action.label}
      </A>
    );
  return (
    <CheckoutForm
      plan={action.plan}
      trial={action.trial}
      returnTo={returnTo}
      label={action.label}
      className={className}
    />
  );
}

/** A button that starts a purchase. */
export function CheckoutForm({
  plan,
  trial,
  returnTo,
  label,
  className,
}: {
  plan: string;
  trial: boolean;
  returnTo: string;
  label: string;
  className: string;
}) {
  const { href } = useSite();
  return (
    <form method="post" action={href('/pricing')} className="inline-form">
      <input type="hidden" name="form" value="checkout" />
      <input type="hidden" name="plan" value={plan} />
      {trial && <input type="hidden" name="trial" value="on" />}
      <input type="hidden" name="returnTo" value={returnTo} />
      <button className={className} type="submit">
        {label}
      </button>
    </form>
  );
}
