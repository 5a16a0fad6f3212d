import {
  conversationSchema,
  conversationUpdateResponseSchema,
  labelListResponseSchema,
  noteListResponseSchema,
} from '@sotto/hub-api';
import type * as v from 'valibot';
import type { Page, PageRequest, Route } from '../../site/route';
import { redirect, signInFirst } from '../../site/route';
import { renderKeptMarkdown } from '../../docs/keptMarkdown';
import { Island } from '../../site/Island';
import { A } from '../../site/SiteContext';
import { TrustedHtml } from '../../site/TrustedHtml';
import { accountPage, ownRoute } from './accountPage';
import { UNSENT, type FormState } from '../forms/formState';
import { NotesPanel } from '../inbox/NotesPanel';
import { AnswerPanel } from '../inbox/AnswerPanel';
import { answerConversation } from '../inbox/answerConversation';
import { STATE_NAMES } from '../inbox/inboxPage';
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
  // Opening the conversation marks it as read.
  if (conversation.canAnswer)
    await request.hub.post(`${path}/update`, conversationUpdateResponseSchema, { isRead: true });
  return showConversation(
    request,
    conversation,
    state,
    conversation.canAnswer ? await readBeside(request, path) : undefined,
  );
}

/** Notes, labels, and available labels of a conversation. */
async function readBeside({ hub }: PageRequest, path: string) {
  const [notes, labels, known] = await Promise.all([
    hub.get(`${path}/note/list`, noteListResponseSchema, { take: 100 }),
    hub.get(`${path}/label/list`, labelListResponseSchema, { take: 100 }),
    hub.get('/label/list', labelListResponseSchema, { take: 100 }),
  ]);
  return { notes: notes.items, labels: labels.items, known: known.items };
}

function showConversation(
  request: PageRequest,
  conversation: Conversation,
  state: FormState,
  beside: Awaited<ReturnType<typeof readBeside>> | undefined,
): Promise<Page> {
  const { id, messages, createdAt, trial, contact, votes, canAnswer, meta } = conversation;
  const byMessage = new Map(votes.map((vote) => [vote.messageId, vote]));
  const shown = new Set(messages.map((message) => message.id));
  const up = votes.filter(({ direction }) => direction === 'up').length;
  const title = personOf(contact) ?? (trial ? `Trial of a ${trial.type}` : 'Conversation');
  return accountPage(request, {
    title,
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/overview">Overview</A> ›{' '}
          {canAnswer ? <A to="/inbox">Inbox</A> : <A to="/conversations">Conversations</A>}
        </p>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className="quiet conversation-facts">
          <span>
            <Moment at={createdAt} /> · <A to={`/playground/situation?conversationId=${id}`}>See every step</A>
          </span>
          {conversation.state !== 'open' && (
            <span className={`state state-${conversation.state}`}>{STATE_NAMES[conversation.state]}</span>
          )}
          <VoteCount up={up} down={votes.length - up} />
        </p>
        {contact && <ContactCard contact={contact} />}
        {canAnswer && meta && <SuppliedDetails meta={meta} />}
        <div data-live>
          {messages.length === 0 ? (
            <p className="quiet">No messages yet.</p>
          ) : (
            <ol className="transcript" aria-label="What was said">
              {messages.map((message) => (
                <Message key={message.id} message={message} vote={byMessage.get(message.id)} />
              ))}
            </ol>
          )}
          <LaterVotes votes={votes.filter(({ messageId }) => !shown.has(messageId))} />
        </div>
        {canAnswer && <AnswerPanel conversation={conversation} state={state} />}
        {beside && <NotesPanel {...beside} state={state} />}
      </>
    ),
  });
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

function Message({ message, vote }: { message: Line; vote: Vote | undefined }) {
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
