import {
  cannedReplyListResponseSchema,
  conversationSchema,
  conversationUpdateResponseSchema,
  labelListResponseSchema,
  mailLogResponseSchema,
  noteListResponseSchema,
} from '@sotto/hub-api';
import type { ReactNode } from 'react';
import type * as v from 'valibot';
import type { Page, PageRequest, Route } from '../../site/route';
import { redirect, signInFirst } from '../../site/route';
import { renderKeptMarkdown } from '../../docs/keptMarkdown';
import { Island } from '../../site/Island';
import { A } from '../../site/SiteContext';
import { TrustedHtml } from '../../site/TrustedHtml';
import { accountPage, ownRoute } from './accountPage';
import { UNSENT, type FormState } from '../forms/formState';
import { KeepAsCheck } from '../checks/KeepAsCheck';
import { sayBack } from '../inbox/answeringPage';
import { AnswerPanel, AnswerState } from '../inbox/AnswerPanel';
import { answerConversation } from '../inbox/answerConversation';
import { InboxPanes, STATE_NAMES } from '../inbox/InboxPanes';
import { readInbox, withQuery, type Inbox } from '../inbox/inboxQuery';
import { PersonPane, type Beside } from '../inbox/PersonPane';
import { showCount } from '../../site/planTable';
import { ContactCard, personOf } from './Contact';
import { Moment } from './Moment';
import { VoteCount, VoteLine } from './Votes';

type Conversation = v.InferOutput<typeof conversationSchema>;
type Line = Conversation['messages'][number];
type Vote = Conversation['votes'][number];

const WHO: Readonly<Record<string, string>> = {
  user: 'Visitor',
  input: 'Visitor',
  bot: 'Bot',
  intro: 'Bot',
  initial: 'Bot',
  context: 'Note',
  activity: 'Tool',
  reasoning: 'Reasoning',
};

/**
 * /conversations/{id}: for the owner of its widget, and for the person who tried an item in it. Other people get no
 * information about it.
 */
export const conversationRoute: Route = {
  path: '/conversations/:id',
  show: (request) => openConversation(request),
  async act(request) {
    if (!request.viewer) return signInFirst(request);
    const done = await answerConversation(request);
    return done instanceof Response ? done : openConversation(request, done);
  },
};

async function openConversation(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const path = `/conversation/${encodeURIComponent(request.params['id'] ?? '')}`;
  const conversation = request.viewer ? await request.hub.find(`${path}/fetch`, conversationSchema) : undefined;
  if (!conversation) return cannotBeOpened(request);
  if (!conversation.canAnswer) return showOwnTrial(request, conversation, state);
  // Opening the conversation marks it as read, before the list is read.
  await request.hub.post(`${path}/update`, conversationUpdateResponseSchema, { isRead: true });
  const [beside, inbox] = await Promise.all([readBeside(request, path), readInbox(request)]);
  return showInPanes(request, conversation, { state, beside, inbox });
}

/** Notes, labels, and available labels of a conversation. */
async function readBeside({ hub }: PageRequest, path: string): Promise<Beside> {
  const [notes, labels, known, replies, mails] = await Promise.all([
    hub.get(`${path}/note/list`, noteListResponseSchema, { take: 100 }),
    hub.get(`${path}/label/list`, labelListResponseSchema, { take: 100 }),
    hub.get('/label/list', labelListResponseSchema, { take: 100 }),
    hub.get('/inbox/reply/list', cannedReplyListResponseSchema, { take: 100 }),
    hub.get(`${path}/mail/fetch`, mailLogResponseSchema),
  ]);
  return { notes: notes.items, labels: labels.items, known: known.items, replies: replies.items, mails };
}

/** The list, the thread and the person of a conversation that the reader may answer. */
function showInPanes(
  request: PageRequest,
  conversation: Conversation,
  { state, beside, inbox }: { state: FormState; beside: Beside; inbox: Inbox },
): Promise<Page> {
  const { id, contact } = conversation;
  const title = personOf(contact) ?? 'Conversation';
  return accountPage(request, {
    title,
    state,
    body: (
      <InboxPanes inbox={inbox} openId={id}>
        <section className="inbox-thread" aria-label={title}>
          <header className="thread-head" data-live>
            <A className="thread-back" to={withQuery('/inbox', inbox.query)}>
              Inbox
            </A>
            <h1>
              <bdi>{title}</bdi>
            </h1>
            <button className="button quiet small thread-details" type="button" popoverTarget="inbox-person">
              Details
            </button>
            <Facts conversation={conversation} />
            <AnswerState conversation={conversation} />
          </header>
          <div className="thread-scroll" tabIndex={0} role="region" aria-label="Thread">
            <Transcript conversation={conversation} />
          </div>
          <AnswerPanel
            conversation={conversation}
            replies={beside.replies}
            chosen={request.url.searchParams.get('reply')}
            query={inbox.query}
            back={sayBack(inbox.hours.get(conversation.widgetId), Date.now())}
            isNamed={request.viewer?.name.trim() !== ''}
            state={state}
          />
        </section>
        <PersonPane conversation={conversation} beside={beside} inbox={inbox} state={state} />
      </InboxPanes>
    ),
  });
}

/** A conversation with an item that the reader has tried, or one of the reader's own. */
function showOwnTrial(request: PageRequest, conversation: Conversation, state: FormState): Promise<Page> {
  const { id, createdAt, trial, contact } = conversation;
  const title = personOf(contact) ?? (trial ? `Trial of a ${trial.type}` : 'Conversation');
  return accountPage(request, {
    title,
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/overview">Overview</A> › <A to="/conversations">Conversations</A>
        </p>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className="quiet">
          <Moment at={createdAt} /> · <A to={`/playground/situation?conversationId=${id}`}>See every step</A>
        </p>
        <Facts conversation={conversation} />
        {contact && <ContactCard contact={contact} />}
        <Transcript conversation={conversation} />
      </>
    ),
  });
}

function Facts({ conversation: { state, votes } }: { conversation: Conversation }) {
  const up = votes.filter(({ direction }) => direction === 'up').length;
  if (state === 'open' && votes.length === 0) return null;
  return (
    <p className="quiet conversation-facts">
      {state !== 'open' && <span className={`state state-${state}`}>{STATE_NAMES[state]}</span>}
      <VoteCount up={up} down={votes.length - up} />
    </p>
  );
}

function Transcript({ conversation: { messages, votes, widgetId, canAnswer } }: { conversation: Conversation }) {
  const byMessage = new Map(votes.map((vote) => [vote.messageId, vote]));
  const shown = new Set(messages.map((message) => message.id));
  return (
    <div data-live>
      {messages.length === 0 ? (
        <p className="quiet">No messages yet.</p>
      ) : (
        <ol className="transcript" aria-label="Transcript">
          {messages.map((message, index) => (
            <Message key={message.id} message={message} vote={byMessage.get(message.id)}>
              {canAnswer && isReplyOfBot(message) && (
                <KeepAsCheck
                  of={{ widget: widgetId }}
                  question={questionBefore(messages, index)}
                  answer={message.text}
                />
              )}
            </Message>
          ))}
        </ol>
      )}
      <LaterVotes votes={votes.filter(({ messageId }) => !shown.has(messageId))} />
    </div>
  );
}

function isReplyOfBot(message: Line): boolean {
  return message.type === 'bot' && !('author' in message && message.author);
}

/** What the visitor had asked last. */
function questionBefore(messages: readonly Line[], index: number): string {
  return messages.slice(0, index).findLast(({ type }) => WHO[type] === 'Visitor')?.text ?? '';
}

function Message({ message, vote, children }: { message: Line; vote: Vote | undefined; children?: ReactNode }) {
  const { type, text, createdAt } = message;
  const author = 'author' in message ? message.author : undefined;
  return (
    <li className={`line line-${type}${author ? ' line-person' : ''}`}>
      <p className="small quiet">
        {author ? <bdi>{author.name}</bdi> : (WHO[type] ?? type)}
        {typeof createdAt === 'number' && (
          <>
            {' '}
            · <Moment at={createdAt} />
          </>
        )}
      </p>
      <Words type={type} text={text} />
      <Activity message={message} />
      {vote && <VoteLine vote={vote} />}
      {children}
    </li>
  );
}

/** The input and output of a tool call. */
function Activity({ message }: { message: Line }) {
  const activity = message.meta?.['activity'];
  if (activity === undefined) return null;
  return (
    <details className="more">
      <summary>Arguments and result</summary>
      <pre tabIndex={0}>
        <code>{JSON.stringify(activity, undefined, 2)}</code>
      </pre>
    </details>
  );
}

/** Votes on messages beyond those shown. */
function LaterVotes({ votes }: { votes: readonly Vote[] }) {
  if (votes.length === 0) return null;
  return (
    <section aria-labelledby="later-votes-title">
      <h2 id="later-votes-title">Votes on later messages</h2>
      <ol className="transcript">
        {votes.map((vote) => (
          <li key={vote.messageId} className="line line-bot">
            <Words type="bot" text={vote.messageText} />
            <VoteLine vote={vote} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Renders the bot's text as markdown without pictures or HTML; visitors' text is shown as typed. Nothing here is
 * interactive.
 */
function Words({ type, text }: { type: string; text: string }) {
  if (WHO[type] !== 'Bot')
    return (
      <p className="line-text" dir="auto">
        {text}
      </p>
    );
  return (
    <div dir="auto">
      <TrustedHtml className="line-text prose" html={renderKeptMarkdown(text)} />
    </div>
  );
}

/**
 * The refusal, for existing and for unknown conversations alike; a browser that tried an item has a token and shows the
 * messages [H-3].
 */
function cannotBeOpened(request: PageRequest): Promise<Page> {
  const { params, viewer, url, href } = request;
  return accountPage(request, {
    title: 'Conversation',
    body: (
      <Island name="ownConversation" when="load" props={{ base: href(''), id: params['id'] ?? '' }}>
        <div data-refusal>
          <h1>This conversation cannot be opened here</h1>
          <p className="lead">
            It is open to the owner of the widget, to the account that was signed in when it took place, and for an hour
            in the browser it was held in.
          </p>
          {!viewer && (
            <p className="actions">
              <A className="button" to={`/signin?callbackUrl=${encodeURIComponent(url.pathname)}`}>
                Sign in
              </A>
            </p>
          )}
        </div>
      </Island>
    ),
  });
}

/** /playground/situation?conversationId={id}: the steps of a conversation and the cost of each reply. */
export const situationRoute: Route = ownRoute({
  path: '/playground/situation',
  async show(request) {
    const id = request.url.searchParams.get('conversationId');
    if (id === null || id === '') return redirect(request.href('/overview#conversations'));
    const conversation = await request.hub.get(`/conversation/${encodeURIComponent(id)}/fetch`, conversationSchema);
    const replies = new Map(conversation.replies.map((reply) => [reply.messageId, reply]));
    return accountPage(request, {
      title: 'Situation',
      body: (
        <>
          <p className="eyebrow">
            <A to="/overview">Overview</A> › <A to="/conversations">Conversations</A> ›{' '}
            <A to={`/conversations/${id}`}>Conversation</A> › Situation
          </p>
          <h1>Step by step</h1>
          <p className="lead">
            {conversation.replies.length === 1 ? '1 reply' : `${showCount(conversation.replies.length)} replies`},{' '}
            {showCount(conversation.replies.reduce((sum, { tokens }) => sum + tokens, 0))} tokens.
          </p>
          <ol className="situation">
            {conversation.messages.map((message) => (
              <Step key={message.id} message={message} reply={replies.get(message.id)} />
            ))}
          </ol>
        </>
      ),
    });
  },
});

function Step({ message, reply }: { message: Line; reply: Conversation['replies'][number] | undefined }) {
  return (
    <li className={`step step-${message.type}`}>
      <p className="step-head">
        <strong>{WHO[message.type] ?? message.type}</strong>
        {reply && (
          <span className="quiet">
            {reply.endedAt === null ? reply.status : `${((reply.endedAt - reply.startedAt) / 1000).toFixed(1)} s`} ·{' '}
            {showCount(reply.tokens)} tokens{reply.status === 'done' ? '' : ` · ${reply.status}`}
          </span>
        )}
      </p>
      <Words type={message.type} text={message.text} />
      <Activity message={message} />
    </li>
  );
}
