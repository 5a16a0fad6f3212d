import type { HubItem } from '@sotto/hub-api';
import { HUB_TYPE_WORDS, itemName } from '../site/hubTypes';
import { Tile } from '../shell/Tile';
import { Island } from '../site/Island';
import { A, useSite } from '../site/SiteContext';
import { CHAT_THEME } from './chatTheme';
import { ModelNote } from './ModelNote';
import { LinkList } from './Related';

/** Suggestions below the greeting. */
const STARTERS = 3;
/** Greeting of the chat, around the item's name. */
const GREETING = ['Hello! Ask me anything that ', ' is good for.'] as const;
/** Greeting without a language model. */
const GREETING_WITHOUT_MODEL = ['Hello! Ask me what ', ' is for.'] as const;
type Greeting = typeof GREETING | typeof GREETING_WITHOUT_MODEL;

/**
 * Panel to try an item [H-3]. It has a real text box from the start, which the chat replaces after an interaction and
 * once it is in view; then the chat sends the question. Blueprints have no chat and show their parts instead.
 */
export function ChatPanel({ data, question }: { data: HubItem; question: string }) {
  const { item, page, viewer } = data;
  const { href, asset, path, viewer: person } = useSite();
  if (item.type === 'blueprint') return <Parts item={item} />;
  const theme = page.widget.theme ?? (item.type === 'widget' ? undefined : CHAT_THEME);
  const starters = startersOf(data);
  const greeting = data.hasModel || item.type === 'dataset' ? GREETING : GREETING_WITHOUT_MODEL;
  const props = {
    base: href(''),
    id: item.id,
    // Signing in starts a new session: the anonymous one counts against the anonymous trials, which may be used up.
    session: person === null ? `hub-${item.id}` : `hub-${item.id}-${person.id}`,
    type: item.type,
    isVerbose: viewer.isAuthor,
    style: asset('chat.css') ?? '',
    conversations: href('/conversations/'),
    // A widget has its own greeting.
    intro: item.type === 'widget' ? '' : introOf(greeting, itemName(item), starters),
    ...(theme !== undefined && { theme }),
  };
  return (
    <section id="chat" className="chat-section" aria-labelledby="chat-title">
      <h2 id="chat-title">{HUB_TYPE_WORDS[item.type].one} Chat</h2>
      <ModelNote type={item.type} hasModel={data.hasModel} />
      <Island name="chat" when="person" props={props} className="chat-box">
        <div className="facade-bar">
          <Tile item={item} size="small" />
          <strong dir="auto">{itemName(item)}</strong>
        </div>
        <Facade greeting={greeting} starters={starters} name={itemName(item)} question={question} />
      </Island>
      <p className="chat-actions">
        <A to={HUB_TYPE_WORDS[item.type].create} target="_blank">
          Create Your Own
        </A>
        <a href="#chat" target="_blank" rel="noopener" data-view-conversation hidden>
          View Conversation
        </a>
        <button type="button" className="text-button" data-restart hidden>
          Restart
        </button>
      </p>
      {person === null && item.type !== 'widget' && (
        <p className="chat-tries" data-chat-tries hidden>
          <span data-chat-tries-left /> · <A to={`/signin?callbackUrl=${encodeURIComponent(href(path))}`}>Sign in</A>{' '}
          for more
        </p>
      )}
      <p className="chat-note" role="status" data-chat-note />
    </section>
  );
}

/** Greeting and suggestions, passed on to the chat. */
function introOf([before, after]: Greeting, name: string, starters: readonly string[]): string {
  const plain = (text: string): string => text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&');
  return [before + plain(name) + after, starters.map((starter) => `[${plain(starter)}]()`).join(' ')]
    .join('\n\n')
    .trim();
}

/** Suggested questions: the use cases, otherwise the abilities' names. */
function startersOf({ item, page }: HubItem): string[] {
  const abilities = (item.skillset?.abilities ?? []).map(({ name }) => name).filter((name) => name !== '');
  return (page.useCases ? page.useCases.items.map(({ name }) => name) : abilities).slice(0, STARTERS);
}

/**
 * Form that sends a question to the server before scripts are loaded: the response is the page with the question,
 * which the chat sends.
 */
function Facade({
  greeting: [before, after],
  starters,
  name,
  question,
}: {
  greeting: Greeting;
  starters: readonly string[];
  name: string;
  question: string;
}) {
  return (
    <form className="chat-facade" method="post" action="#chat" data-facade-form>
      <div className="facade-body">
        <span className="facade-icon">
          <svg viewBox="0 0 20 20" width="28" height="28" aria-hidden="true">
            <path d="M10 3.5c4 0 7 2.55 7 5.9s-3 5.9-7 5.9c-.75 0-1.48-.09-2.16-.26L4.3 16.5l.66-2.9C3.74 12.53 3 11.05 3 9.4c0-3.35 3-5.9 7-5.9Z" />
            <path d="M7 9.5c.7-1 1.5-1 2 0s1.3 1 2 0 1.3-1 2 0" />
          </svg>
        </span>
        <p className="facade-greeting">
          {before}
          <span dir="auto">{name}</span>
          {after}
        </p>
        {starters.length > 0 && (
          <ul className="facade-starters" aria-label="Suggestions" dir="auto">
            {starters.map((starter) => (
              <li key={starter}>
                <button className="starter" name="ask" value={starter}>
                  {starter}
                </button>
              </li>
            ))}
          </ul>
        )}
        <p
          className="facade-asked"
          role="status"
          dir="auto"
          data-facade-asked
          {...(question !== '' && { 'data-waits': true })}
        >
          {question}
        </p>
      </div>
      <div className="facade-composer">
        <label className="visually-hidden" htmlFor="chat-text">
          Message
        </label>
        <textarea
          id="chat-text"
          name="ask"
          rows={1}
          placeholder="Write a message"
          maxLength={8000}
          enterKeyHint="send"
          data-facade-text
        />
        <button type="submit" aria-label="Send">
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M10 16V4.5M5 9l5-5 5 5" />
          </svg>
        </button>
      </div>
      <noscript>
        <p className="facade-note">The chat needs JavaScript; everything else on this page does not.</p>
      </noscript>
    </form>
  );
}

function Parts({ item }: { item: HubItem['item'] }) {
  return (
    <section id="chat" className="chat-section parts-panel" aria-label="What it is made of">
      {item.parts && item.parts.length > 0 ? (
        <LinkList items={item.parts} level={2} />
      ) : (
        <p className="quiet">This blueprint names no parts that are public.</p>
      )}
    </section>
  );
}
