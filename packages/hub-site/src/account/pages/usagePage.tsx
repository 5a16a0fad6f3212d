import { usageResponseSchema, type Usage } from '@sotto/hub-api';
import type { Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { accountPage, ownRoute } from './accountPage';
import { planTitle, showBytes, showCount } from '../../site/planTable';

/** @param period - year and month, such as `2026-11` */
export function monthOf(period: string): string {
  return new Date(`${period}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** /usage: this month's usage and the plan's limits. */
export const usageRoute: Route = ownRoute({
  path: '/usage',
  async show(request) {
    const usage = await request.hub.get('/usage/fetch', usageResponseSchema);
    return accountPage(request, {
      title: 'Usage',
      body: (
        <>
          <p className="eyebrow">
            <A to="/overview">Overview</A> › Usage
          </p>
          <h1>Usage in {monthOf(usage.period)}</h1>
          <p className="lead">
            {request.settings.sellsPlans ? (
              <>
                Your plan is <strong>{planTitle(usage.plan)}</strong>
                {usage.status === 'trialing' && ', on trial'}
                {usage.status === 'ended' && ', and it has ended'}. <A to="/pricing">Compare plans</A>
              </>
            ) : (
              `This server has no paid plans${hasLimits(usage.today) ? ', and limits what a workspace may use in a day' : ''}.`
            )}
          </p>
          <div className="gauges">
            <Gauge label="Messages" {...usage.messages} show={showCount} />
            <Gauge label="Widgets" {...usage.widgets} show={showCount} />
            <Gauge label="Storage" {...usage.storageBytes} show={showBytes} />
          </div>
          <dl className="facts">
            <div>
              <dt>Tokens</dt>
              <dd>{showCount(usage.tokens)}</dd>
            </div>
            <div>
              <dt>Cost of models</dt>
              <dd>${usage.cost.toFixed(2)}</dd>
            </div>
          </dl>
          <Today {...usage.today} />
        </>
      ),
    });
  },
});

function hasLimits({ messages, tokens, cost }: Usage['today']): boolean {
  return [messages, tokens, cost].some(({ limit }) => limit !== null);
}

/** Today's use beside the limits of the server. */
function Today({ messages, tokens, cost, widget }: Usage['today']) {
  const perWidget = [
    widget.messages !== null && `${showCount(widget.messages)} messages`,
    widget.tokens !== null && `${showCount(widget.tokens)} tokens`,
    widget.cost !== null && showDollars(widget.cost),
  ].filter((part) => part !== false);
  return (
    <section aria-labelledby="today-title">
      <h2 id="today-title">Today</h2>
      <p className="quiet">
        Counted until midnight UTC.
        {perWidget.length > 0 &&
          ` A widget without budgets of its own may use ${new Intl.ListFormat('en').format(perWidget)} of it.`}
      </p>
      <div className="gauges">
        <Gauge label="Messages today" {...messages} show={showCount} />
        <Gauge label="Tokens today" {...tokens} show={showCount} />
        <Gauge label="Cost of models today" {...cost} show={showDollars} />
      </div>
    </section>
  );
}

const showDollars = (value: number | null): string => (value === null ? 'no limit' : `$${value.toFixed(2)}`);

function Gauge({
  label,
  used,
  limit,
  show,
}: {
  label: string;
  used: number;
  limit: number | null;
  show: (value: number | null) => string;
}) {
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <div className="gauge" data-state={share >= 1 ? 'full' : share >= 0.8 ? 'high' : 'fine'}>
      <p className="gauge-label" id={`gauge-${label.replaceAll(' ', '-')}`}>
        {label}
      </p>
      <p className="gauge-value">
        <strong>{show(used)}</strong> <span className="quiet">{limit === null ? 'no limit' : `of ${show(limit)}`}</span>
      </p>
      {limit !== null && (
        <meter min={0} max={1} value={share} aria-labelledby={`gauge-${label.replaceAll(' ', '-')}`}>
          {Math.round(share * 100)} %
        </meter>
      )}
    </div>
  );
}
