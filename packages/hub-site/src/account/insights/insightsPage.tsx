import { cutText } from '@sotto/widget-core/internal/server';
import {
  datasetSearchResponseSchema,
  insightAnswerRequestSchema,
  insightAnswerResponseSchema,
  insightsResponseSchema,
  unansweredResponseSchema,
  widgetListResponseSchema,
  type InsightFigures,
} from '@sotto/hub-api';
import type * as v from 'valibot';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A, roleIn } from '../../site/SiteContext';
import { showCount } from '../../site/planTable';
import { accountPage, ownRoute } from '../pages/accountPage';
import { Download } from '../pages/Download';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { DayChart } from './DayChart';
import { Unanswered, type Checked } from './Unanswered';

const DAY_MS = 86_400_000;
/** Days of a period that can be chosen. */
const PERIODS = [7, 30, 90, 365] as const;

type Insights = v.InferOutput<typeof insightsResponseSchema>;

interface InsightsQuery {
  readonly widget: string | undefined;
  readonly days: (typeof PERIODS)[number];
}

/** /insights: the number of conversations and replies, and the questions without an answer. */
export const insightsRoute: Route = ownRoute({
  path: '/insights',
  show: (request) => showInsights(request, UNSENT),
  async act(request) {
    const { form, hub, href } = request;
    const widgetId = form.get('widgetId') ?? '';
    const question = form.get('question') ?? '';
    const answered = await submitForm(
      form,
      insightAnswerRequestSchema,
      { widgetId, question, answer: form.get('answer') ?? '' },
      (body) => hub.post('/insights/answer', insightAnswerResponseSchema, body),
    );
    if ('state' in answered) return showInsights(request, answered.state);
    const next = new URLSearchParams(request.url.searchParams);
    next.set('answered', answered.done.datasetId);
    next.set('question', question);
    next.set('of', widgetId);
    return redirect(`${href('/insights')}?${next.toString()}#unanswered`);
  },
});

async function showInsights(request: PageRequest, state: FormState): Promise<Page> {
  const query = readQuery(request);
  const { hub } = request;
  const period = { widgetId: query.widget, from: Date.now() - query.days * DAY_MS };
  const [insights, unanswered, widgets, checked] = await Promise.all([
    hub.get('/insights/fetch', insightsResponseSchema, period),
    hub.get('/insights/unanswered', unansweredResponseSchema, period),
    hub.get('/integration/widget/list', widgetListResponseSchema, { take: 100 }),
    askAgain(request),
  ]);
  const names = new Map(widgets.items.map(({ id, name }) => [id, name || 'Untitled widget']));
  return accountPage(request, {
    title: 'Insights',
    state,
    body: (
      <div className="insights">
        <p className="eyebrow">
          <A to="/overview">Overview</A> › Insights
        </p>
        <h1>Insights</h1>
        <Filters query={query} names={names} />
        <Figures total={insights.total} before={insights.before} days={query.days} />
        <DayChart days={insights.days} />
        <Unanswered items={unanswered.items} names={names} state={state} checked={checked} />
        <Tools tools={insights.tools} widget={query.widget} />
        <Sources sources={insights.sources} />
        {roleIn(request.workspaces) !== 'answerer' && <DownloadFigures query={query} from={period.from} />}
      </div>
    ),
  });
}

function readQuery({ url }: PageRequest): InsightsQuery {
  const days = Number(url.searchParams.get('days'));
  return {
    widget: url.searchParams.get('widget') || undefined,
    days: PERIODS.find((period) => period === days) ?? 30,
  };
}

/** What the bot finds now for a question whose answer was just written. */
async function askAgain({ hub, url }: PageRequest): Promise<Checked | undefined> {
  const [id, question] = [url.searchParams.get('answered'), url.searchParams.get('question')];
  if (!id || !question) return undefined;
  const path = `/dataset/${encodeURIComponent(id)}/search`;
  const search = cutText(question, 500);
  const { passages } = await hub
    .post(path, datasetSearchResponseSchema, { search })
    .catch(() => ({ passages: [] as v.InferOutput<typeof datasetSearchResponseSchema>['passages'] }));
  return { question, widgetId: url.searchParams.get('of') ?? '', datasetId: id, passage: passages[0] };
}

function Filters({ query, names }: { query: InsightsQuery; names: ReadonlyMap<string, string> }) {
  return (
    <form className="inbox-filters" aria-label="Period">
      {names.size > 1 && (
        <label className="inbox-choice">
          <span className="visually-hidden">Widget</span>
          <select name="widget" defaultValue={query.widget ?? ''}>
            <option value="">All widgets</option>
            {[...names].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="inbox-choice">
        <span className="visually-hidden">Period</span>
        <select name="days" defaultValue={query.days}>
          {PERIODS.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? 'Last year' : `Last ${String(days)} days`}
            </option>
          ))}
        </select>
      </label>
      <button className="button quiet small" type="submit">
        Show
      </button>
    </form>
  );
}

/** The figures, each with that of the time before. */
function Figures({ total, before, days }: { total: InsightFigures; before: InsightFigures; days: number }) {
  const earlier = new Map(toFacts(before));
  return (
    <dl className="facts insight-facts">
      {toFacts(total).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="insight-before">
            {earlier.get(name) === '–' ? 'None' : earlier.get(name)} in the{' '}
            {days === 365 ? 'year' : `${String(days)} days`} before
          </dd>
        </div>
      ))}
    </dl>
  );
}

function toFacts(figures: InsightFigures): readonly (readonly [name: string, value: string])[] {
  const { conversations, visitors, messages, replyMs, votesUp, votesDown, handovers, tokens, cost } = figures;
  const votes = votesUp + votesDown;
  return [
    ['Conversations', showCount(conversations)],
    ['Visitors', showCount(visitors)],
    ['Messages', showCount(messages)],
    ['Median time to a reply', replyMs === null ? '–' : `${(replyMs / 1_000).toFixed(1)} s`],
    ['Helpful', votes === 0 ? 'No votes' : `${String(Math.round((100 * votesUp) / votes))} % of ${showCount(votes)}`],
    ['Answered by a person', showCount(handovers)],
    ['Tokens', showCount(tokens)],
    ['Cost of models (estimate)', cost === null ? '–' : `$${cost.toFixed(2)}`],
  ];
}

function Tools({ tools, widget }: { tools: Insights['tools']; widget: string | undefined }) {
  if (tools.length === 0) return null;
  return (
    <section aria-labelledby="tools-title">
      <h2 id="tools-title">Tools</h2>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Table of tools">
        <table>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col" className="number">
                Calls
              </th>
              <th scope="col" className="number">
                Failed
              </th>
            </tr>
          </thead>
          <tbody>
            {tools.map(({ name, title, calls, failed }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{title ?? name}</bdi>
                </th>
                <td className="number">{showCount(calls)}</td>
                <td className="number">{failed === 0 ? '0' : `${showCount(failed)} (${shareOf(failed, calls)})`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {tools.some(({ failed }) => failed > 0) && (
        <p>
          <A to={`/inbox?${new URLSearchParams({ tool: 'failed', ...(widget && { widget }) }).toString()}`}>
            Conversations in which a tool failed
          </A>
        </p>
      )}
    </section>
  );
}

function shareOf(part: number, whole: number): string {
  return `${String(Math.round((100 * part) / whole))} %`;
}

function Sources({ sources }: { sources: Insights['sources'] }) {
  if (sources.length === 0) return null;
  return (
    <section aria-labelledby="sources-title">
      <h2 id="sources-title">Sources</h2>
      <ol className="insight-sources">
        {sources.map(({ title, url, uses }) => (
          <li key={`${title} ${url ?? ''}`}>
            {url !== null && /^https?:/.test(url) ? (
              <a href={url} rel="noopener">
                <bdi>{title || url}</bdi>
              </a>
            ) : (
              <bdi>{title || 'A document'}</bdi>
            )}{' '}
            <span className="quiet">{uses === 1 ? 'cited once' : `cited ${showCount(uses)} times`}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function DownloadFigures({ query, from }: { query: InsightsQuery; from: number }) {
  const given = new URLSearchParams({ from: String(from), ...(query.widget && { widgetId: query.widget }) });
  return (
    <div className="downloads">
      <Download from={`/v1/insights/export?${given.toString()}`}>Download figures by day (CSV)</Download>
    </div>
  );
}
