import { contactListResponseSchema, type OwnContact } from '@sotto/hub-api';
import { accountPage, ownRoute } from '../pages/accountPage';
import { personOf } from '../pages/Contact';
import { Download } from '../pages/Download';
import { Ago } from '../pages/Moment';
import type { Route } from '../../site/route';
import { A, roleIn } from '../../site/SiteContext';
import { ListPages } from './listPages';

/** Contacts on one page. */
const SHOWN = 50;

/** /contacts: who left a name or an address, the newest first, each with the conversation it was left in. */
export const contactsRoute: Route = ownRoute({
  path: '/contacts',
  async show(request) {
    const cursor = request.url.searchParams.get('cursor') ?? undefined;
    const { items, cursor: next } = await request.hub.get('/contact/list', contactListResponseSchema, {
      take: SHOWN,
      cursor,
    });
    return accountPage(request, {
      title: 'Contacts',
      body: (
        <>
          <header className="page-head">
            <h1>Contacts</h1>
            {items.length > 0 && roleIn(request.workspaces) !== 'answerer' && (
              <Download from="/v1/contact/export">Download CSV</Download>
            )}
          </header>
          {items.length === 0 ? (
            <div className="empty-state">
              <p>
                {cursor === undefined ? 'No contacts yet.' : 'There are no older ones.'}{' '}
                <span className="quiet">
                  Visitors are listed here once they leave a name or an address, or once your server identifies them.
                </span>
              </p>
            </div>
          ) : (
            <ContactTable contacts={items} />
          )}
          <ListPages path="/contacts" cursor={cursor} next={next} />
        </>
      ),
    });
  },
});

function ContactTable({ contacts }: { contacts: readonly OwnContact[] }) {
  const now = Date.now();
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table of contacts">
      <table className="cards">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Phone</th>
            <th scope="col">Received</th>
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <tr key={contact.id}>
              <th scope="row">
                <A to={`/conversations/${contact.conversationId}`}>
                  <bdi>{contact.name?.trim() || (personOf(contact) ?? 'Visitor')}</bdi>
                </A>
                {contact.isVerified && <span className="badge">Verified</span>}
              </th>
              <td>
                <bdi>{contact.email ?? '–'}</bdi>
              </td>
              <td>
                <bdi>{contact.phone ?? '–'}</bdi>
              </td>
              <td>
                <Ago at={contact.updatedAt} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
