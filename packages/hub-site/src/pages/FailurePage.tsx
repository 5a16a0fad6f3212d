import type { Page } from '../site/route';
import { A } from '../site/SiteContext';

/** Headers of a page that failed temporarily, in whole or in part: not cached. */
export const UNKEPT_HEADERS = { 'Cache-Control': 'no-store' } as const;

/** Error page: what happened, the id for the operator, and two links [H-14]. */
export function FailurePage({
  status,
  message,
  requestId,
}: {
  status: number;
  message: string;
  requestId: string;
}): Page {
  const isOurs = status >= 500;
  return {
    shell: 'site',
    status,
    headers: UNKEPT_HEADERS,
    head: { title: 'Something went wrong | Sotto', noindex: true },
    body: (
      <div className="column notice-page">
        <p className="eyebrow">{status}</p>
        <h1>{isOurs ? 'This page could not be loaded' : 'This did not work'}</h1>
        <p className="lead">
          {message.replace(/\.?$/, '.')} {isOurs && 'Trying again often helps.'}
        </p>
        <p className="quiet small">
          Request <code>{requestId}</code>
        </p>
        <p className="actions">
          <a className="button" href="">
            Reload
          </a>
          <A className="button quiet" to="/">
            Home
          </A>
        </p>
      </div>
    ),
  };
}
