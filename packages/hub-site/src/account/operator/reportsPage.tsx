import {
  emptyResponseSchema,
  heldRatingListResponseSchema,
  HUB_TYPES,
  pauseSchema,
  reportListResponseSchema,
  takedownListResponseSchema,
  takedownRequestSchema,
  type HeldRating,
  type Report,
  type Takedown,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { HUB_TYPE_WORDS, itemPath } from '../../site/hubTypes';
import { redirect, type Page, type PageRequest } from '../../site/route';
import { A } from '../../site/SiteContext';
import { TextBox } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage } from '../pages/accountPage';
import { timeAgo } from '../pages/timeAgo';
import { OperatorHead, operatorRoute } from './operatorRoute';

/** Maximum entries per list; handled ones disappear, so the rest moves up. */
const SHOWN = 100;
const REASONS: Readonly<Record<Report['reason'], string>> = {
  spam: 'Spam',
  harmful: 'Harmful',
  rights: 'Violates rights',
  misleading: 'Misleading',
  other: 'Something else',
};

/** /operator: pending reports, takedowns, and the switch that pauses all replies. */
export const reportsRoute = operatorRoute({ path: '/operator', show: (request) => show(request), act });

async function show(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const { hub } = request;
  const [reports, ratings, takedowns, { isPaused }] = await Promise.all([
    hub.get('/operator/report/list', reportListResponseSchema, { take: SHOWN }),
    hub.get('/operator/rating/list', heldRatingListResponseSchema, { take: SHOWN }),
    hub.get('/operator/takedown/list', takedownListResponseSchema, { take: SHOWN }),
    hub.get('/operator/pause/fetch', pauseSchema),
  ]);
  const now = Date.now();
  return accountPage(request, {
    title: 'Reports',
    state,
    body: (
      <div className="editor-main">
        <OperatorHead
          title="Reports"
          lead="Reports from visitors of the Hub, and everything else that needs your decision."
        />
        <PauseSwitch isPaused={isPaused} />
        <Reports reports={reports.items} state={state} now={now} />
        <HeldRatings ratings={ratings.items} now={now} />
        <Takedowns takedowns={takedowns.items} now={now} />
      </div>
    ),
  });
}

/** A form's name is its action, the kind of item if needed, and the ids. */
async function act(request: PageRequest): Promise<Page | Response> {
  const { form, hub, href } = request;
  const [action = '', ...rest] = (form.get('form') ?? '').split('-').map(encodeURIComponent);
  const [type = '', id = '', report = ''] = rest.length > 1 ? rest : ['', ...rest];
  const press = (path: string, body?: object) =>
    submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () => hub.post(path, emptyResponseSchema, body));
  const isKind = HUB_TYPES.some((kind) => kind === type);
  const calls: Readonly<Record<string, () => Promise<{ done: unknown } | { state: FormState }>>> = {
    pause: () => press('/operator/pause', { isPaused: true }),
    resume: () => press('/operator/pause', { isPaused: false }),
    close: () => press(`/operator/report/${id}/close`),
    release: () => press(`/operator/rating/${id}/release`),
    delete: () => press(`/operator/rating/${id}/delete`),
    ...(isKind && {
      restore: () => press(`/operator/hub/${type}/${id}/restore`),
      takedown: () =>
        submitForm(form, takedownRequestSchema, { reason: form.get('reason') ?? '' }, async (value) => {
          await hub.post(`/operator/hub/${type}/${id}/takedown`, idResponseSchema, value);
          await hub.post(`/operator/report/${report}/close`, emptyResponseSchema);
        }),
    }),
  };
  const answer = await calls[action]?.();
  if (answer && 'state' in answer) return show(request, answer.state);
  return redirect(href('/operator?saved'));
}

function PauseSwitch({ isPaused }: { isPaused: boolean }) {
  return (
    <form method="post" className={isPaused ? 'notice' : 'quiet'}>
      <input type="hidden" name="form" value={isPaused ? 'resume' : 'pause'} />
      <p>
        {isPaused
          ? 'All replies of this server are paused: visitors read that the chat is paused.'
          : 'Bots of this server answer.'}{' '}
        <button className="button quiet small" type="submit">
          {isPaused ? 'Let bots answer again' : 'Pause all replies'}
        </button>
      </p>
    </form>
  );
}

function Reports({ reports, state, now }: { reports: readonly Report[]; state: FormState; now: number }) {
  return (
    <section aria-labelledby="reports-title">
      <h2 id="reports-title">Open reports</h2>
      {reports.length === 0 && <p className="quiet">No open reports.</p>}
      <ul className="decision-list">
        {reports.map(({ id, type, itemId, name, reason, text, createdAt }) => {
          const takedown = `takedown-${type}-${itemId}-${id}`;
          return (
            <li key={id}>
              <p>
                <strong>{REASONS[reason]}</strong>:{' '}
                {name === null ? (
                  `a ${type} that is deleted`
                ) : (
                  <A to={itemPath({ type, slug: null, id: itemId })} dir="auto">
                    {name || itemId}
                  </A>
                )}
              </p>
              {text !== '' && <blockquote dir="auto">{text}</blockquote>}
              <p className="quiet small">
                {HUB_TYPE_WORDS[type].one}, reported {timeAgo(createdAt, now)}
              </p>
              <ActionButton form={`close-${id}`} about={name ?? type}>
                Close the report
              </ActionButton>
              {name !== null && (
                <details className="more" open={state.name === takedown}>
                  <summary>Take it off the Hub</summary>
                  <FormFrame name={takedown} state={state} submit="Take it down" keepsDraft={false}>
                    <TextBox
                      form={takedown}
                      name="reason"
                      label="Reason"
                      state={state}
                      maxLength={500}
                      rows={2}
                      required
                      hint="Its author reads this. The report is closed with it."
                    />
                  </FormFrame>
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function HeldRatings({ ratings, now }: { ratings: readonly HeldRating[]; now: number }) {
  return (
    <section aria-labelledby="ratings-title">
      <h2 id="ratings-title">Ratings to review</h2>
      <p className="quiet">Several ratings from one network within an hour do not count until you approve them.</p>
      {ratings.length === 0 && <p className="quiet">None.</p>}
      <ul className="decision-list">
        {ratings.map(({ id, value, comment, user, createdAt, type, itemId }) => (
          <li key={id}>
            <p>
              {value} of 5 for{' '}
              <A to={itemPath({ type, slug: null, id: itemId })}>a {HUB_TYPE_WORDS[type].one.toLowerCase()}</A> by{' '}
              <bdi>{user.name || user.id}</bdi>
            </p>
            {comment !== '' && <blockquote dir="auto">{comment}</blockquote>}
            <p className="quiet small">{timeAgo(createdAt, now)}</p>
            <div className="inline-links">
              <ActionButton form={`release-${id}`} about={user.name || user.id}>
                Let it count
              </ActionButton>
              <ActionButton form={`delete-${id}`} about={user.name || user.id}>
                Delete
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Takedowns({ takedowns, now }: { takedowns: readonly Takedown[]; now: number }) {
  return (
    <section aria-labelledby="takedowns-title">
      <h2 id="takedowns-title">Taken off the Hub</h2>
      {takedowns.length === 0 && <p className="quiet">Nothing.</p>}
      <ul className="decision-list">
        {takedowns.map(({ type, id, name, reason, at }) => (
          <li key={id}>
            <p>
              <bdi>{name || id}</bdi>
            </p>
            <blockquote dir="auto">{reason}</blockquote>
            <p className="quiet small">
              {HUB_TYPE_WORDS[type].one}, {timeAgo(at, now)}
            </p>
            <ActionButton form={`restore-${type}-${id}`} about={name || id}>
              Bring it back
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A form with only a button. `about` identifies its entry for screen readers. */
function ActionButton({ form, about, children }: { form: string; about: string; children: string }) {
  return (
    <form method="post">
      <input type="hidden" name="form" value={form} />
      <button className="button quiet small" type="submit">
        {children}
        <span className="visually-hidden">: {about}</span>
      </button>
    </form>
  );
}
