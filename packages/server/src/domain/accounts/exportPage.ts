import { escapeHtml } from '../../lib/escapeHtml';
import type { OwnContact, OwnVote } from '@sotto/hub-api';
import type { ActivityMessage, JsonObject, Message } from '@sotto/widget-core/api';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';

/** A conversation with all its content. */
export interface ExportedConversation {
  readonly conversation: Pick<
    Conversation,
    'id' | 'widgetId' | 'subject' | 'meta' | 'page' | 'language' | 'country' | 'createdAt' | 'lastActivityAt'
  >;
  readonly contact: OwnContact | null;
  readonly messages: readonly (Message | ActivityMessage)[];
  readonly votes: readonly OwnVote[];
  /** The owner's notes and labels; empty for others. */
  readonly notes: readonly { readonly author: string; readonly text: string; readonly createdAt: number }[];
  readonly labels: readonly string[];
  /** The member it is assigned to; only for its owner. */
  readonly assignee?: string;
  /** Mails with answers after the visitor had left. */
  readonly mails: readonly { readonly email: string; readonly state: string; readonly at: number }[];
  readonly replies: readonly JsonObject[];
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}' +
  'article{border-top:1px solid #ccc;padding:.75rem 0}p{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}' +
  '.quiet{color:#555;font-size:.875rem}';

/** Start of a page that loads and runs nothing. */
export function beginPage(title: string): string {
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>\n<body>\n<h1>${escapeHtml(title)}</h1>\n`
  );
}

/** End of the page. */
export const END_OF_PAGE = '</body></html>\n';

/** Renders a conversation as HTML. */
export function conversationHtml({
  conversation,
  contact,
  messages,
  votes,
  notes,
  labels,
  mails,
}: ExportedConversation): string {
  const who = contact ? [contact.name, contact.email, contact.phone].filter((field) => field !== null).join(', ') : '';
  const { page, language, country } = conversation;
  const place = [page, language, country].filter((field) => field !== null).join(' · ');
  const votesOf = new Map(votes.map((vote) => [vote.messageId, vote]));
  const lines = messages.map(({ id, type, text, createdAt, attachments }) => {
    const vote = id === undefined ? undefined : votesOf.get(id);
    const files = (attachments ?? []).map(({ localName }) => localName ?? '').join(', ');
    return (
      `<article><p class="quiet">${escapeHtml(type)}${createdAt === undefined || createdAt === null ? '' : ` · ${timeOf(createdAt)}`}</p>` +
      `<p dir="auto">${escapeHtml(text)}</p>` +
      (files === '' ? '' : `<p class="quiet">Files: ${escapeHtml(files)}</p>`) +
      (vote
        ? `<p class="quiet">Vote: ${vote.direction}${vote.reason === null ? '' : `, ${escapeHtml(vote.reason)}`}</p>`
        : '') +
      '</article>\n'
    );
  });
  return (
    `<h2>Conversation ${escapeHtml(conversation.id)}</h2>\n` +
    `<p class="quiet">Widget ${escapeHtml(conversation.widgetId)} · begun ${timeOf(conversation.createdAt)}` +
    `${conversation.subject === null ? '' : ` · subject ${escapeHtml(conversation.subject)}`}</p>\n` +
    (place === '' ? '' : `<p class="quiet">From ${escapeHtml(place)}</p>\n`) +
    (who === '' ? '' : `<p>Contact: ${escapeHtml(who)}</p>\n`) +
    (labels.length === 0 ? '' : `<p>Labels: ${escapeHtml(labels.join(', '))}</p>\n`) +
    lines.join('') +
    mails
      .map(({ email, state, at }) => `<p class="quiet">Mail to ${escapeHtml(email)}: ${state} · ${timeOf(at)}</p>\n`)
      .join('') +
    notes
      .map(
        ({ author, text, createdAt }) =>
          `<article><p class="quiet">Note of ${escapeHtml(author)} · ${timeOf(createdAt)}</p><p dir="auto">${escapeHtml(text)}</p></article>\n`,
      )
      .join('')
  );
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
