import { ApiFailure } from '../../site/hubClient';
import type { Route } from '../../site/route';
import { A, useSite } from '../../site/SiteContext';
import { ownRoute } from '../pages/accountPage';

/** Pages of operators, in the order of their navigation. */
const PAGES = [
  ['/operator', 'Reports'],
  ['/operator/collections', 'Collections'],
  ['/operator/accounts', 'Accounts'],
  ['/operator/audit', 'Audit log'],
] as const;

/** A route for operators; others get the not-found page. */
export function operatorRoute({ path, show, act }: Route): Route {
  const guard =
    (handle: Route['show']): Route['show'] =>
    (request) => {
      if (request.viewer?.roles.includes('operator') !== true) throw new ApiFailure('NOT_FOUND');
      return handle(request);
    };
  return ownRoute({ path, show: guard(show), ...(act && { act: guard(act) }) });
}

/** Heading of an operator page, with navigation. */
export function OperatorHead({ title, lead }: { title: string; lead: string }) {
  const { path } = useSite();
  return (
    <>
      <p className="eyebrow">Server</p>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <nav aria-label="Server">
        <ul className="sub-nav">
          {PAGES.map(([to, label]) => (
            <li key={to}>
              <A to={to} {...(to === path && { 'aria-current': 'page' })}>
                {label}
              </A>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
