import { cutText } from '@sotto/widget-core/internal/server';
import { accountListResponseSchema, type OperatorAccount } from '@sotto/hub-api';
import { showCount } from '../../site/planTable';
import { useSite } from '../../site/SiteContext';
import { accountPage } from '../pages/accountPage';
import { timeAgo } from '../pages/timeAgo';
import { monthOf } from '../pages/usagePage';
import { ListPages } from '../workspace/listPages';
import { OperatorHead, operatorRoute } from './operatorRoute';

/** Accounts per page. */
const SHOWN = 50;

/** /operator/accounts: the server's accounts and their usage this month. */
export const accountsRoute = operatorRoute({
  path: '/operator/accounts',
  async show(request) {
    const { hub, url } = request;
    const q = cutText((url.searchParams.get('q') ?? '').trim(), 200);
    const cursor = url.searchParams.get('cursor')?.slice(0, 200);
    const list = await hub.get('/operator/account/list', accountListResponseSchema, { q, cursor, take: SHOWN });
    return accountPage(request, {
      title: 'Accounts',
      body: (
        <>
          <OperatorHead
            title="Accounts"
            lead={`People and teams of this server, with their usage in ${monthOf(list.period)}.`}
          />
          <SearchForm q={q} />
          {list.items.length === 0 ? (
            <p className="quiet">{q === '' ? 'No accounts.' : 'No account matches.'}</p>
          ) : (
            <AccountTable accounts={list.items} now={Date.now()} />
          )}
          <ListPages path="/operator/accounts" cursor={cursor} next={list.cursor} query={q === '' ? {} : { q }} />
        </>
      ),
    });
  },
});

function SearchForm({ q }: { q: string }) {
  const { href } = useSite();
  return (
    <form className="field-row" role="search" action={href('/operator/accounts')} method="get">
      <label className="visually-hidden" htmlFor="account-search">
        Name or email address
      </label>
      <input id="account-search" type="search" name="q" defaultValue={q} maxLength={200} placeholder="Name or email" />
      <button className="button quiet" type="submit">
        Search
      </button>
    </form>
  );
}

function AccountTable({ accounts, now }: { accounts: readonly OperatorAccount[]; now: number }) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table of accounts">
      <table>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Created</th>
            <th scope="col" className="number">
              Messages
            </th>
            <th scope="col" className="number">
              Tokens
            </th>
            <th scope="col" className="number">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(
            ({ id, name, email, isTeam, isOperator, hasSecondFactor, createdAt, messages, tokens, cost }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name || (email?.split('@')[0] ?? id)}</bdi> {isTeam && <span className="badge">Team</span>}{' '}
                  {isOperator && <span className="badge">Operator</span>}
                  {email !== null && (
                    <span className="quiet small account-line">
                      <bdi>{email}</bdi>
                      {hasSecondFactor && ', two-factor'}
                    </span>
                  )}
                </th>
                <td className="unbroken">{timeAgo(createdAt, now)}</td>
                <td className="number">{showCount(messages)}</td>
                <td className="number">{showCount(tokens)}</td>
                <td className="number">${cost.toFixed(2)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
