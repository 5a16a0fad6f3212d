import { checkoutRequestSchema, checkoutResponseSchema, DEFAULT_PLAN, PLAN_NAMES, type PlanName } from '@sotto/hub-api';
import { toCallbackPath } from '@sotto/widget-core/api';
import { CheckoutForm } from '../../alerts/AlertPanel';
import { REFERRAL_COOKIE } from '../../site/referral';
import { redirect, signInFirst, type Page, type PageRequest, type Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { accountPage, readUsage } from './accountPage';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { PLAN_PROMISES, PLAN_ROWS, type PlanRow } from '../../site/planTable';

const QUESTIONS = [
  ['What counts as a message?', 'Each reply a bot writes. Messages from visitors are free.'],
  [
    'What happens when a limit is reached?',
    'Bots stop answering until the month ends or the plan changes. Nothing is deleted, and everything you made stays readable.',
  ],
  [
    'Can I change or end a plan?',
    'Yes, at any time: “Manage plan” leads to your plan and your invoices at the payment provider. Every plan has a 14-day money-back guarantee.',
  ],
] as const;

async function show(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const usage = await readUsage(request);
  const sells = request.settings.sellsPlans;
  const page = await accountPage(request, {
    title: 'Pricing',
    state,
    body: (
      <div className="pricing">
        <h1>Pricing</h1>
        <p className="lead">
          {sells
            ? 'Start free. Pay as your traffic grows.'
            : 'Billing is off on this server: every account has all features. These are the plans of a hosted service.'}
        </p>
        {state.failure && (
          <p className="complaint" role="alert">
            {state.failure.message}
          </p>
        )}
        <ul className="plans">
          {PLAN_ROWS.map((row) => (
            <PlanCard
              key={row.name}
              row={row}
              current={usage?.status === 'ended' ? undefined : usage?.plan}
              hasTrial={usage?.hasTrial ?? true}
              sells={sells}
            />
          ))}
        </ul>
        <section aria-labelledby="promises-title">
          <h2 id="promises-title">Included in every plan</h2>
          <ul>
            {PLAN_PROMISES.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="questions-title">
          <h2 id="questions-title">Questions</h2>
          {QUESTIONS.map(([question, answer]) => (
            <details key={question} className="more">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      </div>
    ),
  });
  return {
    ...page,
    shell: 'site',
    head: {
      title: 'Pricing | Sotto',
      description: 'Monthly plans: prices and limits.',
      canonical: '/pricing',
    },
  };
}

interface PlanProps {
  readonly row: PlanRow;
  /** The account's current plan. */
  readonly current: PlanName | undefined;
  readonly hasTrial: boolean;
  readonly sells: boolean;
}

function PlanCard({ row, current, hasTrial, sells }: PlanProps) {
  return (
    <li className="plan" data-default={row.isDefault || undefined}>
      <h2>{row.title}</h2>
      {row.isDefault && <p className="badge">Default</p>}
      <p className="price">{row.price}</p>
      <ul>
        {row.limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      {sells && current === row.name && <p className="quiet">Your plan</p>}
      <PlanButton row={row} current={current} hasTrial={hasTrial} sells={sells} />
    </li>
  );
}

function PlanButton({ row, current, hasTrial, sells }: PlanProps) {
  const className = row.isDefault ? 'button' : 'button quiet';
  if (row.way === 'contact')
    return (
      <A className={className} to="/sales">
        Contact sales
      </A>
    );
  if (!sells) return null;
  if (row.way === 'free')
    return current !== undefined ? null : (
      <A className={className} to="/overview">
        Start free
      </A>
    );
  return (
    <CheckoutForm
      plan={row.name}
      trial={hasTrial}
      returnTo="/usage"
      className={className}
      label={labelOf(row, current, hasTrial)}
    />
  );
}

/** Existing plans are changed at the payment provider. */
function labelOf({ name, title }: PlanRow, current: PlanName | undefined, hasTrial: boolean): string {
  if (current === name) return 'Manage plan';
  if (current !== undefined && current !== 'free') return `Change to ${title}`;
  return hasTrial ? `Try ${title} for 7 days` : `Choose ${title}`;
}

/** Starts a purchase [S-4]; used by all popups and pages with plans. */
async function act(request: PageRequest): Promise<Page | Response> {
  if (!request.viewer) return signInFirst(request);
  const { form, hub } = request;
  const referral = request.cookie(REFERRAL_COOKIE);
  const fields = {
    plan: PLAN_NAMES.find((name) => name === form.get('plan')) ?? DEFAULT_PLAN,
    trial: form.has('trial'),
    returnTo: toCallbackPath(form.get('returnTo') ?? undefined),
    ...(referral !== undefined && { referral: decodeURIComponent(referral).slice(0, 100) }),
  };
  const answer = await submitForm(form, checkoutRequestSchema, fields, (value) =>
    hub.post('/billing/checkout', checkoutResponseSchema, value),
  );
  return 'done' in answer ? goAndPay(answer.done.redirectUrl) : show(request, answer.state);
}

/**
 * Redirect page to the payment provider. Forms of this site, including their redirects, may only target this site
 * (`form-action`).
 */
function goAndPay(address: string): Page | Response {
  if (address.startsWith('/')) return redirect(address);
  return {
    shell: 'site',
    headers: { Refresh: `0; url=${address}` },
    head: { title: 'Continue to payment | Sotto', noindex: true },
    body: (
      <div className="column sign-in">
        <h1>Continue to payment</h1>
        <p className="lead">
          It should open by itself. <a href={address}>Open it now</a>
        </p>
      </div>
    ),
  };
}

/** /pricing [H-13]. */
export const pricingRoute: Route = { path: '/pricing', show: (request) => show(request), act };
