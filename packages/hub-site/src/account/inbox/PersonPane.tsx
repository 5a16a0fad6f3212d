import type { CannedReply, conversationSchema, ConversationLabel, ConversationNote, MailLog } from '@sotto/hub-api';
import type * as v from 'valibot';
import { A, roleIn, useSite } from '../../site/SiteContext';
import type { ReactNode } from 'react';
import { SelectField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { ContactCard } from '../pages/Contact';
import { Download } from '../pages/Download';
import { Moment } from '../pages/Moment';
import { ButtonForm } from './ButtonForm';
import { withQuery, type Inbox } from './inboxQuery';
import { nameOf } from './codeNames';
import { VisitorMailLog } from '../visitorMail/VisitorMailLog';
import { NotesPanel } from './NotesPanel';

type Conversation = v.InferOutput<typeof conversationSchema>;

/** What belongs to a conversation but not to its messages. */
export interface Beside {
  readonly notes: readonly ConversationNote[];
  readonly labels: readonly ConversationLabel[];
  /** The account's labels. */
  readonly known: readonly ConversationLabel[];
  readonly replies: readonly CannedReply[];
  readonly mails: MailLog;
}

/** Who the visitor is, labels and notes. On narrow screens a popover, opened by the button of the thread. */
export function PersonPane({
  conversation,
  beside,
  inbox: { query, members },
  state,
}: {
  conversation: Conversation;
  beside: Beside;
  inbox: Pick<Inbox, 'query' | 'members'>;
  state: FormState;
}) {
  const { workspaces } = useSite();
  const { id, contact, meta, createdAt, sessionsEndedAt } = conversation;
  const visit = visitOf(conversation);
  return (
    <aside className="inbox-person" id="inbox-person" popover="auto" aria-label="Details">
      <div data-live>
        {contact ? <ContactCard contact={contact} /> : <p className="quiet">No contact details yet.</p>}
        {visit.length > 0 && (
          <dl className="visit-facts">
            {visit.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="quiet small">
          Started <Moment at={createdAt} /> · <A to={`/playground/situation?conversationId=${id}`}>See every step</A>
        </p>
        {meta && <SuppliedDetails meta={meta} />}
      </div>
      <VisitorMailLog log={beside.mails} />
      {members.length > 1 && <Assignment assignee={conversation.assignee} members={members} state={state} />}
      <NotesPanel notes={beside.notes} labels={beside.labels} known={beside.known} state={state} />
      {roleIn(workspaces) !== 'answerer' && (
        <>
          <EndSessions endedAt={sessionsEndedAt} />
          <div className="person-ways">
            <Download from={`/v1/conversation/${id}/export`}>Download (ZIP)</Download>
            <A className="danger-link" to={withQuery(`/conversations/${id}/delete`, query)}>
              Delete…
            </A>
          </div>
        </>
      )}
    </aside>
  );
}

/** The member who is to answer, and the choice of another. */
function Assignment({
  assignee,
  members,
  state,
}: Pick<Conversation, 'assignee'> & Pick<Inbox, 'members'> & { state: FormState }) {
  const names = members.map(
    ({ id, name, email, isYou }) => [id, `${name.trim() || email}${isYou ? ' (you)' : ''}`] as const,
  );
  return (
    <section aria-label="Assignment" id="assignment">
      <FormFrame name="assign" state={state} submit="Assign" keepsDraft={false}>
        <SelectField
          form="assign"
          name="userId"
          label="Assigned to"
          stored={assignee?.id ?? ''}
          state={state}
          options={[['', 'Nobody'], ...names]}
        />
      </FormFrame>
    </section>
  );
}

/** Page, language and country of the visit, as far as they are known. */
function visitOf({ page, language, country }: Conversation): readonly (readonly [name: string, value: ReactNode])[] {
  return (
    [
      [
        'Page',
        page !== null &&
          (/^https?:/.test(page) ? (
            <a href={page} rel="noopener noreferrer">
              {page}
            </a>
          ) : (
            page
          )),
      ],
      ['Language', language !== null && nameOf('language', language)],
      ['Country', country !== null && nameOf('region', country)],
    ] as const
  ).filter(([, value]) => value !== false);
}

/** The page details that the host site supplied for the visit. */
function SuppliedDetails({ meta }: { meta: NonNullable<Conversation['meta']> }) {
  return (
    <details className="more supplied-details">
      <summary>What the page sent</summary>
      <pre tabIndex={0}>
        <code>{JSON.stringify(meta, undefined, 2)}</code>
      </pre>
    </details>
  );
}

function EndSessions({ endedAt }: { endedAt: number | null }) {
  return (
    <details className="more" open={endedAt !== null}>
      <summary>End the visitor’s sessions</summary>
      <p className="quiet">
        Every browser in which this conversation is open loses access to it at once. A visitor whom your site identifies
        is signed out of all their conversations with this widget, until your site sends a newer token. Anybody else
        begins a new conversation.
      </p>
      {endedAt !== null && (
        <p role="status">
          Signed out <Moment at={endedAt} />.
        </p>
      )}
      <ButtonForm name="sign-out" label="Sign the visitor out" />
    </details>
  );
}
