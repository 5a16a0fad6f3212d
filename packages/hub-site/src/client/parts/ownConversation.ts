import type { JsonObject } from '@sotto/widget-core/api';
import { messageListResponseSchema, type MessageListResponse } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { renderUserMarkdown } from '../../docs/renderUserMarkdown';
import { readConversationToken } from '../conversationTokens';
import { createTrust } from '../../browser/trust';

const propsSchema = v.object({ base: v.string(), id: v.string() });
/** Maximum number of pages to load, of a hundred messages each. */
const PAGES_MAX = 10;

/** Shows a conversation in the browser it was held in [H-3]; for others, the server's refusal stays. */
export function mount(element: HTMLElement, data: JsonObject): void {
  const { base, id } = v.parse(propsSchema, data);
  const token = readConversationToken(window, id, Date.now());
  void (
    token === undefined
      ? Promise.resolve(undefined)
      : readMessages(`${base}/v1/conversation/${encodeURIComponent(id)}/message/list`, token)
  ).then((messages) => {
    const refusal = element.querySelector('[data-refusal]');
    if (messages) refusal?.replaceWith(...draw(messages));
    else refusal?.removeAttribute('data-refusal');
  });
}

/** All messages; undefined if the server no longer accepts the token, or cannot be reached. */
async function readMessages(address: string, token: string): Promise<MessageListResponse['items'] | undefined> {
  const items: MessageListResponse['items'] = [];
  let cursor: string | null = null;
  try {
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const response: Response = await fetch(
        `${address}?take=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        { headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' } },
      );
      const answer = v.safeParse(messageListResponseSchema, response.ok ? await response.json() : undefined);
      if (!answer.success) return undefined;
      items.push(...answer.output.items);
      cursor = answer.output.cursor;
      if (cursor === null) break;
    }
    return items;
  } catch {
    return undefined;
  }
}

function draw(messages: MessageListResponse['items']): HTMLElement[] {
  const list = make('ol', 'transcript');
  for (const { type, text } of messages) {
    const line = make('li', `line line-${type}`);
    const isOwn = type === 'user' || type === 'input';
    line.append(
      make('p', 'small quiet', isOwn ? 'You' : 'Bot'),
      isOwn ? make('p', 'line-text', text) : setAsMeant(text),
    );
    line.dir = 'auto';
    list.append(line);
  }
  const note =
    messages.length === 0
      ? 'No messages yet.'
      : 'Only this browser can open this page, for an hour after the conversation began.';
  return [make('h1', '', 'Your conversation'), make('p', 'quiet', note), ...(messages.length === 0 ? [] : [list])];
}

const parse = createTrust('sotto-message', renderUserMarkdown);

/** Renders the bot's text without pictures and HTML, as for widget owners. */
function setAsMeant(text: string): HTMLElement {
  const words = make('div', 'line-text prose');
  words.append(...parse(text).body.childNodes);
  return words;
}

function make(tag: string, className: string, text = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
