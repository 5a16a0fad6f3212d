import { conversationSchema, noteListResponseSchema, receiptSchema } from '@sotto/hub-api';
import * as v from 'valibot';
import { showCount } from '../../site/planTable';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A, roleIn } from '../../site/SiteContext';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage, ownRoute } from '../pages/accountPage';
import { personOf } from '../pages/Contact';
import { Download } from '../pages/Download';
import { readQuery, withQuery } from './inboxQuery';

/** Messages that the API returns at once. */
const READ_MAX = 500;

/** /conversations/{id}/delete: what a deletion removes, and the button for it. */
export const conversationDeleteRoute: Route = ownRoute({
  path: '/conversations/:id/delete',
  show: (request) => confirmDeletion(request),
  async act(request) {
    const { hub, href, url } = request;
    const submitted = await submitForm(BUTTON_ONLY, v.object({}), {}, () =>
      hub.post(`${pathOf(request)}/delete`, receiptSchema),
    );
    if ('state' in submitted) return confirmDeletion(request, submitted.state);
    return redirect(href(withQuery('/inbox', readQuery({ url }), { deleted: '' })));
  },
});

function pathOf({ params }: PageRequest): string {
  return `/conversation/${encodeURIComponent(params['id'] ?? '')}`;
}

async function confirmDeletion(request: PageRequest, state: FormState = UNSENT): Promise<Page | Response> {
  const path = pathOf(request);
  const { hub, href, url, workspaces } = request;
  const conversation = await hub.get(`${path}/fetch`, conversationSchema);
  const back = withQuery(`/conversations/${conversation.id}`, readQuery({ url }));
  if (roleIn(workspaces) === 'answerer') return redirect(href(back));
  const notes = conversation.canAnswer
    ? (await hub.get(`${path}/note/list`, noteListResponseSchema, { take: 100 })).items
    : [];
  const { messages, contact, votes } = conversation;
  const files = messages.reduce((sum, { attachments }) => sum + (attachments?.length ?? 0), 0);
  const parts = [
    counted(messages.length, 'message', messages.length >= READ_MAX),
    counted(files, 'file'),
    counted(votes.length, 'vote'),
    contact && `the contact details${personOf(contact) === undefined ? '' : ` of ${personOf(contact) ?? ''}`}`,
    counted(notes.length, 'note'),
  ].filter((part) => part !== null);
  return accountPage(request, {
    title: 'Delete a conversation',
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/inbox">Inbox</A> › <A to={back}>Conversation</A> › Delete
        </p>
        <h1>Delete this conversation?</h1>
        <p className="lead">This deletes it for you, your team and the visitor. It cannot be undone.</p>
        <section aria-labelledby="goes-title">
          <h2 id="goes-title">What is deleted</h2>
          <ul className="goes-list">
            {parts.map((part) => (
              <li key={part}>
                <bdi>{part}</bdi>
              </li>
            ))}
            <li>its labels, its place in search and statistics, and everything else that belongs to it</li>
          </ul>
          <p className="quiet">
            The audit log records that it was deleted, when and by whom. Answers that you have added to your knowledge
            stay. Backups that were made before keep it until they are deleted.
          </p>
        </section>
        <div className="actions goes-actions">
          <Download from={`/v1${path}/export`}>Download a copy (ZIP)</Download>
          <form method="post">
            <input type="hidden" name="form" value="delete" />
            <button className="button danger small" type="submit">
              Delete the conversation
            </button>
          </form>
          <A to={back}>Keep it</A>
        </div>
      </>
    ),
  });
}

/** @param isMore - whether there may be more @returns null for none */
function counted(count: number, noun: string, isMore = false): string | null {
  if (count === 0) return null;
  return `${showCount(count)}${isMore ? ' or more' : ''} ${noun}${count === 1 ? '' : 's'}`;
}
