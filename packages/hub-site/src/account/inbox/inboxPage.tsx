import type { Route } from '../../site/route';
import { accountPage, ownRoute } from '../pages/accountPage';
import { InboxPanes } from './InboxPanes';
import { readInbox } from './inboxQuery';

/** /inbox: the conversations of visitors, most recently active first, with search and filters. */
export const inboxRoute: Route = ownRoute({
  path: '/inbox',
  async show(request) {
    return accountPage(request, {
      title: 'Inbox',
      body: (
        <>
          {request.url.searchParams.has('deleted') && (
            <p className="notice" role="status">
              The conversation is deleted.
            </p>
          )}
          <InboxPanes inbox={await readInbox(request)}>
            <section className="inbox-none" aria-label="No conversation is open">
              <p>Choose a conversation to read and answer it here.</p>
              <p className="quiet small inbox-keys">
                <span>
                  <kbd>j</kbd> <kbd>k</kbd> next and previous
                </span>
                <span>
                  <kbd>Enter</kbd> open
                </span>
                <span>
                  <kbd>r</kbd> reply
                </span>
                <span>
                  <kbd>e</kbd> mark as solved
                </span>
                <span>
                  <kbd>/</kbd> search
                </span>
              </p>
            </section>
          </InboxPanes>
        </>
      ),
    });
  },
});
