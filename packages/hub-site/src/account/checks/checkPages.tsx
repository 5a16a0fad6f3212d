import {
  botListResponseSchema,
  checkCreateRequestSchema,
  checkFileResponseSchema,
  checkImportRequestSchema,
  checkListResponseSchema,
  checkRunRequestSchema,
  checkRunResponseSchema,
  checkSchema,
  checkUpdateRequestSchema,
  emptyResponseSchema,
  skillsetListResponseSchema,
  unansweredResponseSchema,
  widgetListResponseSchema,
  widgetSchema,
  type Check,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { renderKeptMarkdown } from '../../docs/keptMarkdown';
import { Island } from '../../site/Island';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { TrustedHtml } from '../../site/TrustedHtml';
import { TextBox } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage, ownRoute } from '../pages/accountPage';
import { Ago } from '../pages/Moment';
import { DeleteForm } from '../resources/resourcePages';
import { CheckForm } from './CheckFields';
import { checkFields, readCheckForm } from './checkForm';
import { changedAnswers, CheckResults, CheckState } from './CheckResults';
import { AskedByVisitors } from './AskedByVisitors';

const SHOWN = 100;

/** What is checked, by the query of a page. */
interface Subject {
  readonly type: 'bot' | 'skillset';
  readonly id: string;
  readonly name: string;
  readonly of: { readonly botId?: string; readonly skillsetId?: string };
}

/** Checks of bots and skillsets: lists, results and forms. */
export const checkRoutes: readonly Route[] = [
  ownRoute({ path: '/checks', show: (request) => showList(request), act: actOnList }),
  ownRoute({ path: '/checks/new', show: (request) => showNew(request), act: create }),
  ownRoute({ path: '/checks/:id', show: (request) => showOne(request), act: actOnOne }),
];

/** Bots and skillsets of the account. */
async function readSubjects({ hub }: PageRequest): Promise<readonly Subject[]> {
  const [bots, skillsets] = await Promise.all([
    hub.get('/bot/list', botListResponseSchema, { take: SHOWN }),
    hub.get('/skillset/list', skillsetListResponseSchema, { take: SHOWN }),
  ]);
  return [
    ...bots.items.map(({ id, name }) => ({ type: 'bot', id, name: name || id, of: { botId: id } }) as const),
    ...skillsets.items.map(
      ({ id, name }) => ({ type: 'skillset', id, name: name || id, of: { skillsetId: id } }) as const,
    ),
  ];
}

/** The bot or skillset that the address names, or the bot of the widget that it names. */
async function chosen({ url, hub }: PageRequest, subjects: readonly Subject[]): Promise<Subject | undefined> {
  const widget = url.searchParams.get('widget');
  const bot =
    widget && (await hub.find(`/integration/widget/${encodeURIComponent(widget)}/fetch`, widgetSchema))?.botId;
  return subjects.find(({ type, id }) => (bot ?? url.searchParams.get(type)) === id);
}

const pathOf = (subject: Subject | undefined, path = '/checks'): string =>
  subject ? `${path}?${subject.type}=${encodeURIComponent(subject.id)}` : path;

async function showList(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const subjects = await readSubjects(request);
  const subject = await chosen(request, subjects);
  const { items, cursor } = await request.hub.get('/check/list', checkListResponseSchema, {
    take: SHOWN,
    cursor: request.url.searchParams.get('cursor') ?? undefined,
    ...subject?.of,
  });
  const isBusy = items.some(({ isWaiting, isRunning }) => isWaiting || isRunning);
  const file = subject && items.length > 0 ? await readFile(request, subject) : '';
  const questions = subject?.type === 'bot' ? await readQuestions(request, subject.id) : [];
  const names = new Map(subjects.map(({ id, name }) => [id, name]));
  const list = (
    <div data-live>
      <Summary checks={items} />
      <ul className="item-list rows">
        {items.map((check) => (
          <Row key={check.id} check={check} subject={names.get(check.botId ?? check.skillsetId ?? '')} />
        ))}
      </ul>
    </div>
  );
  return accountPage(request, {
    title: subject ? `Checks of ${subject.name}` : 'Checks',
    state,
    body: (
      <div className="editor-main">
        {subject && (
          <p className="eyebrow">
            <A to={`/${subject.type}s/${subject.id}`}>
              <bdi>{subject.name}</bdi>
            </A>{' '}
            › Checks
          </p>
        )}
        <h1>Checks</h1>
        <p className="lead">
          A check asks your bot a question and compares the answer with what you expect, after every save and each
          night. <A to="/docs/guides/checks">How it works</A>
        </p>
        <div className="answer-buttons">
          <A to={pathOf(subject, '/checks/new')} className="button">
            New check
          </A>
          {items.length > 0 && <RunForm label={items.length === 1 ? 'Run now' : 'Run all now'} />}
        </div>
        {items.length === 0 ? (
          <p className="quiet">No checks yet. Begin with the question that visitors ask most.</p>
        ) : isBusy ? (
          <Island name="follow" when="load">
            {list}
          </Island>
        ) : (
          list
        )}
        {cursor !== null && (
          <p>
            <A to={`${pathOf(subject)}${subject ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`}>More checks</A>
          </p>
        )}
        {subject?.type === 'bot' && <AskedByVisitors botId={subject.id} questions={questions} />}
        {subject && <FileSection state={state} file={file} />}
      </div>
    ),
  });
}

/** Questions that visitors of a bot's widgets asked in vain, the most asked first. */
async function readQuestions({ hub }: PageRequest, botId: string): Promise<readonly string[]> {
  const [{ items }, widgets] = await Promise.all([
    hub.get('/insights/unanswered', unansweredResponseSchema),
    hub.get('/integration/widget/list', widgetListResponseSchema, { take: SHOWN }),
  ]);
  const own = new Set(widgets.items.filter((widget) => widget.botId === botId).map(({ id }) => id));
  return items.filter(({ widgetId }) => own.has(widgetId)).map(({ question }) => question);
}

async function readFile({ hub }: PageRequest, { of }: Subject): Promise<string> {
  return (await hub.get('/check/file/fetch', checkFileResponseSchema, { ...of })).content;
}

function Summary({ checks }: { checks: readonly Check[] }) {
  const count = (status: string): number => checks.filter(({ last }) => last?.status === status).length;
  if (checks.length === 0) return null;
  const notRun = count('notRun');
  return (
    <p className="quiet" role="status">
      {`${String(count('passed'))} of ${String(checks.length)} pass`}
      {count('failed') > 0 && `, ${String(count('failed'))} fail`}
      {notRun > 0 && `, ${String(notRun)} could not be run`}.
    </p>
  );
}

function Row({ check, subject }: { check: Check; subject: string | undefined }) {
  const { id, name, last, turns } = check;
  const changed = changedAnswers(check);
  const reasons = last?.turns.flatMap(({ outcomes }) => outcomes.filter(({ isMet }) => !isMet)) ?? [];
  return (
    <li>
      <div>
        <p>
          <A to={`/checks/${id}`}>
            <bdi>{name}</bdi>
          </A>{' '}
          <CheckState check={check} />
        </p>
        <p className="quiet small">
          <bdi>{subject ?? ''}</bdi> · {turns.length === 1 ? '1 question' : `${String(turns.length)} questions`}
          {last && (
            <>
              {' '}
              · <Ago at={last.startedAt} now={Date.now()} />
            </>
          )}
          {changed > 0 &&
            ` · ${changed === 1 ? '1 answer' : `${String(changed)} answers`} changed since it last passed`}
        </p>
        {last?.reason && <p className="small">{last.reason}</p>}
        {reasons.map(({ reason }, index) => (
          <p key={index} className="field-error" dir="auto">
            {reason}
          </p>
        ))}
      </div>
    </li>
  );
}

function RunForm({ label }: { label: string }) {
  return (
    <form method="post" className="inline-form">
      <input type="hidden" name="form" value="run" />
      <button className="button quiet" type="submit">
        {label}
      </button>
    </form>
  );
}

function FileSection({ state, file }: { state: FormState; file: string }) {
  return (
    <details className="more" open={state.name === 'import'}>
      <summary>Import and export</summary>
      <FormFrame name="import" state={state} submit="Import" keepsDraft={false}>
        <TextBox
          form="import"
          name="content"
          label="Checks as a file"
          state={state}
          stored={file}
          rows={12}
          maxLength={500_000}
          required
          dir="ltr"
          spellCheck={false}
          hint="YAML or JSON. Copy it to keep the checks in your repository. Checks of the same name are replaced, others stay."
        />
      </FormFrame>
    </details>
  );
}

async function actOnList(request: PageRequest): Promise<Page | Response> {
  const { form, hub } = request;
  const subject = await chosen(request, await readSubjects(request));
  const done =
    form.get('form') === 'import'
      ? await submitForm(
          form,
          checkImportRequestSchema,
          { content: form.get('content') ?? '', ...subject?.of },
          (value) => hub.post('/check/import', checkRunResponseSchema, value),
        )
      : await submitForm(BUTTON_ONLY, checkRunRequestSchema, { ...subject?.of }, (value) =>
          hub.post('/check/run', checkRunResponseSchema, value),
        );
  return 'state' in done ? showList(request, done.state) : redirect(request.href(pathOf(subject)));
}

async function showNew(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const subjects = await readSubjects(request);
  const subject = await chosen(request, subjects);
  const query = request.url.searchParams;
  const ask = query.get('ask') ?? '';
  const answer = query.get('answer') ?? '';
  return accountPage(request, {
    title: 'New check',
    state,
    body: (
      <div className="editor-main">
        <p className="eyebrow">
          <A to={pathOf(subject)}>Checks</A> › New
        </p>
        <h1>New check</h1>
        {subject ? (
          <>
            <p className="lead">
              Questions that <bdi>{subject.name}</bdi> must answer well.
            </p>
            {answer !== '' && (
              <figure className="check-given">
                <figcaption>It was answered with</figcaption>
                <blockquote dir="auto">
                  <TrustedHtml className="line-text prose" html={renderKeptMarkdown(answer)} />
                </blockquote>
              </figure>
            )}
            <CheckForm
              name="check"
              state={state}
              stored={checkFields(ask.slice(0, 100), ask === '' ? [] : [{ ask, expect: [] }])}
              submit="Save and run"
            />
          </>
        ) : subjects.length === 0 ? (
          <p className="quiet">
            There is nothing to check yet. <A to="/bots/new">Create a bot</A>
          </p>
        ) : (
          <>
            <p className="lead">What should be checked?</p>
            <ul className="item-list">
              {subjects.map((each) => (
                <li key={each.id}>
                  <A to={pathOf(each, '/checks/new')}>
                    <bdi>{each.name}</bdi>
                  </A>
                  <span className="quiet">{each.type === 'bot' ? 'Bot' : 'Ability set'}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    ),
  });
}

async function create(request: PageRequest): Promise<Page | Response> {
  const { form, hub, href } = request;
  const subject = await chosen(request, await readSubjects(request));
  const made = await submitForm(form, checkCreateRequestSchema, { ...subject?.of, ...readCheckForm(form) }, (value) =>
    hub.post('/check/create', idResponseSchema, value),
  );
  return 'state' in made ? showNew(request, made.state) : redirect(href(`/checks/${made.done.id}?saved`));
}

async function showOne(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const id = request.params['id'] ?? '';
  const check = await request.hub.get(`/check/${encodeURIComponent(id)}/fetch`, checkSchema);
  const subject = (await readSubjects(request)).find((each) => each.id === (check.botId ?? check.skillsetId));
  const isBusy = check.isWaiting || check.isRunning;
  const results = (
    <div data-live>
      <p>
        <CheckState check={check} />
        {isBusy && <span className="quiet"> The result is shown here as soon as it is there.</span>}
      </p>
      <CheckResults check={check} />
    </div>
  );
  return accountPage(request, {
    title: check.name,
    state,
    body: (
      <div className="editor-main checks">
        <p className="eyebrow">
          <A to={pathOf(subject)}>
            Checks{subject && ' of '}
            {subject && <bdi>{subject.name}</bdi>}
          </A>
        </p>
        <header className="studio-head">
          <h1 dir="auto">{check.name}</h1>
          <div className="actions">
            <RunForm label="Run now" />
          </div>
        </header>
        <section aria-labelledby="result-title">
          <h2 id="result-title">Result</h2>
          {isBusy ? (
            <Island name="follow" when="load">
              {results}
            </Island>
          ) : (
            results
          )}
        </section>
        <section aria-labelledby="questions-title">
          <h2 id="questions-title">Questions</h2>
          <CheckForm name="check" state={state} stored={checkFields(check.name, check.turns)} submit="Save and run" />
        </section>
        <DeleteForm noun="check" note="Its results are deleted, too." />
      </div>
    ),
  });
}

async function actOnOne(request: PageRequest): Promise<Page | Response> {
  const { form, hub, params, href } = request;
  const id = params['id'] ?? '';
  const path = `/check/${encodeURIComponent(id)}`;
  const name = form.get('form');
  const press = (call: () => Promise<unknown>) => submitForm(BUTTON_ONLY, emptyResponseSchema, {}, call);
  const done =
    name === 'run'
      ? await press(() => hub.post('/check/run', checkRunResponseSchema, { id }))
      : name === 'delete'
        ? await press(() => hub.post(`${path}/delete`, idResponseSchema))
        : await submitForm(form, checkUpdateRequestSchema, readCheckForm(form), (value) =>
            hub.post(`${path}/update`, idResponseSchema, value),
          );
  if ('state' in done) return showOne(request, done.state);
  return redirect(href(name === 'delete' ? '/checks' : `/checks/${id}${name === 'run' ? '' : '?saved'}`));
}
