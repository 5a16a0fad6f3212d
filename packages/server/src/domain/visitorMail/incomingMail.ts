import { createHash } from 'node:crypto';
import { cutText } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';

/** Longest text that becomes a message, in characters; the rest of a longer one is cut. */
const TEXT_MAX_LENGTH = 10_000;
/** What is read of a mail, which may have a long quotation above its answer: characters and lines. */
const READ_MAX_LENGTH = 200_000;
const LINES_MAX = 10_000;

const addressSchema = v.object({ Email: v.optional(v.string(), '') });
/** A mail as Postmark's inbound webhook posts it; other fields are ignored. */
export const incomingMailSchema = v.object({
  MessageID: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)),
  OriginalRecipient: v.optional(v.string(), ''),
  ToFull: v.optional(v.array(addressSchema), []),
  CcFull: v.optional(v.array(addressSchema), []),
  FromFull: v.optional(addressSchema, {}),
  TextBody: v.optional(v.string(), ''),
  HtmlBody: v.optional(v.string(), ''),
  Headers: v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []),
  Attachments: v.optional(v.array(v.unknown()), []),
});
export type IncomingMail = v.InferOutput<typeof incomingMailSchema>;

/** Addresses that a mail was sent to: the envelope's first, because lists and aliases hide it elsewhere. */
export function recipientsOf({ OriginalRecipient, ToFull, CcFull }: IncomingMail): readonly string[] {
  return [OriginalRecipient, ...[...ToFull, ...CcFull].map(({ Email }) => Email)].slice(0, 50);
}

/** Id of the message that a mail becomes: a mail that is delivered twice is stored once. */
export function clientIdOf({ MessageID, Headers }: IncomingMail): string {
  // The sender's own id: providers give each delivery a new one.
  const own = Headers.find(({ Name }) => Name.toLowerCase() === 'message-id')?.Value ?? MessageID;
  return `mail-${createHash('sha256').update(own).digest('hex').slice(0, 32)}`;
}

/** Whether a program wrote it: an automatic reply, a bounce or a mailing list. Answering one could go on for ever. */
export function isAutomatic({ Headers, FromFull }: IncomingMail): boolean {
  const sender = FromFull.Email.toLowerCase();
  if (/^(?:mailer-daemon|postmaster|no-?reply|bounces?)[@+.-]/.test(sender)) return true;
  return Headers.some(({ Name, Value }) => {
    const value = Value.trim().toLowerCase();
    switch (Name.toLowerCase()) {
      case 'auto-submitted':
        return !value.startsWith('no');
      case 'precedence':
        return ['bulk', 'junk', 'list', 'auto_reply'].includes(value);
      case 'return-path':
        return value === '<>';
      case 'content-type':
        return value.startsWith('multipart/report');
      case 'x-autoreply':
      case 'x-autorespond':
      case 'x-failed-recipients':
      case 'list-id':
        return true;
      default:
        return false;
    }
  });
}

/** What the visitor wrote above, between or below what they quote, without their signature. */
export function replyText({ TextBody, Attachments }: IncomingMail): string {
  const lines = cutText(TextBody, READ_MAX_LENGTH)
    .split(/\r\n|\r|\n/)
    .slice(0, LINES_MAX);
  const end = lines.findIndex(isEnd);
  const text = cutText(withoutQuotes(end < 0 ? lines : lines.slice(0, end)) || withoutQuotes(lines), TEXT_MAX_LENGTH);
  if (Attachments.length === 0) return text;
  const count = Attachments.length === 1 ? 'An attachment' : `${String(Attachments.length)} attachments`;
  return `${text}\n\n(${count} of this email cannot be shown here.)`.trim();
}

/** Whether a signature begins, or a mail that is quoted without signs. */
function isEnd(line: string): boolean {
  return /^--\s*$/.test(line) || /^_{10,}\s*$/.test(line) || /^-{2,}\s?[^-\s][^-]{1,60}-{2,}\s*$/.test(line);
}

function withoutQuotes(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('>')) kept.push(line);
    else if (lines[index - 1]?.startsWith('>') !== true) kept.length = beginOfQuote(kept);
  }
  return kept.join('\n').trim();
}

/** “On Friday, Ana wrote:” above a quotation belongs to it: in any language a line with a colon, wrapped or not. */
function beginOfQuote(above: readonly string[]): number {
  let at = above.length;
  while (at > 0 && above[at - 1]?.trim() === '') at -= 1;
  if (!/[:：]\s*$/.test(above[at - 1] ?? '')) return above.length;
  // The line with the date is its first.
  for (let first = at - 1; first >= Math.max(0, at - 3); first -= 1)
    if (/\p{Nd}/u.test(above[first] ?? '')) return first;
  return at - 1;
}
