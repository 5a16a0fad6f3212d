import { toPlainText } from './plainText';
import { cutText } from '../lib/cutText';
import type { Message } from '../api/message';
import { isVisitors } from '../api/message';

/** Names of authors and of the file in a transcript. */
export interface TranscriptNames {
  /** File name without its extension. */
  readonly file: string;
  readonly visitor: string;
  readonly bot: string;
  /** Formats the time of a message. @default no times */
  readonly describeTime?: (at: number) => string;
}

/** Names for programs [W-12]: the conversation's id, `You:` and `Bot:`. */
export function plainNames(conversationId: string | undefined): TranscriptNames {
  return { file: (conversationId ?? '').replace(/[^A-Za-z0-9_-]/g, ''), visitor: 'You', bot: 'Bot' };
}

/**
 * Names for visitors: the widget's name and the day in the file name, and author and time of every message.
 *
 * @param title - the widget's name; may be empty
 * @param you - name of the visitor, in `language`
 * @param now - milliseconds since the epoch
 */
export function visitorsNames(title: string, you: string, language: string, now: number): TranscriptNames {
  // Characters with a special meaning for systems or shells become hyphens; 60 characters leave room for the day on any
  // system.
  const name = cutText(title.normalize().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'), 60).replace(/^-+|-+$/g, '');
  const times = timesIn(language);
  return {
    file: `${name || 'conversation'}-${new Intl.DateTimeFormat(DAYS).format(now)}`,
    visitor: you,
    bot: title || 'Bot',
    describeTime: (at) => times.format(at),
  };
}

/** Locale that formats days as `2026-11-27`, in the visitor's time zone. */
const DAYS = 'sv';

function timesIn(language: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  } catch {
    // The language tag is unknown.
    return timesIn(undefined);
  }
}

/**
 * Writes the conversation as a text file [W-12] (contract 3.6): one line per message with its author, and a blank line
 * between messages.
 *
 * Continuation lines are indented, so that no message can forge another author's line.
 *
 * @param visible - the visible messages in order
 */
export function writeTranscript(
  visible: readonly Message[],
  { file, visitor, bot, describeTime }: TranscriptNames,
): { fileName: string; text: string } {
  const turns = visible.flatMap((message) => {
    const speaker = isVisitors(message)
      ? visitor
      : message.type === 'bot' || message.type === 'initial'
        ? ((describeTime && message.author?.name) ?? bot)
        : undefined;
    if (speaker === undefined) return [];
    const time = describeTime && message.createdAt != null ? `[${describeTime(message.createdAt)}] ` : '';
    return [`${time}${speaker.replace(/\s+/g, ' ')}: ${indent(describe(message))}`];
  });
  return { fileName: `${file || 'conversation'}.txt`, text: turns.length === 0 ? '' : `${turns.join('\n\n')}\n` };
}

function describe(message: Message): string {
  const files = (message.attachments ?? []).map(({ localName }) => `[${localName}]`);
  // A visitor's text stays as typed, because its markup may not be intended.
  return [isVisitors(message) ? message.text : toPlainText(message.text), ...files]
    .filter((part) => part.trim() !== '')
    .join('\n');
}

/** Indents after every character that some program treats as a line end. */
function indent(text: string): string {
  return text.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/).join('\n  ');
}
