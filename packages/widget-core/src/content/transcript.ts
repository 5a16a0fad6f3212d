import { toPlainText } from './plainText';
import { cutText } from '../lib/cutText';
import type { Message } from '../api/message';
import { isVisitors } from '../api/message';

/** How a transcript names who wrote what, and its file. */
export interface TranscriptNames {
  /** Name of the file, without its ending. */
  readonly file: string;
  readonly visitor: string;
  readonly bot: string;
  /** When a message was written, in words. @default no times */
  readonly describeTime?: (at: number) => string;
}

/** What a program reads it by [W-12]: the conversation's id, `You:` and `Bot:`. */
export function plainNames(conversationId: string | undefined): TranscriptNames {
  return { file: (conversationId ?? '').replace(/[^A-Za-z0-9_-]/g, ''), visitor: 'You', bot: 'Bot' };
}

/**
 * What a visitor reads it by: the widget's name and the day in the file's name, and every message with its writer and time.
 *
 * @param title - the widget's name; may be empty
 * @param you - how the visitor is called, in `language`
 * @param now - milliseconds since the epoch
 */
export function visitorsNames(title: string, you: string, language: string, now: number): TranscriptNames {
  // What a system or a shell has a meaning for becomes a hyphen; 60 characters leave room for the day in any system.
  const name = cutText(title.normalize().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'), 60).replace(/^-+|-+$/g, '');
  const times = timesIn(language);
  return {
    file: `${name || 'conversation'}-${new Intl.DateTimeFormat(DAYS).format(now)}`,
    visitor: you,
    bot: title || 'Bot',
    describeTime: (at) => times.format(at),
  };
}

/** Days as `2026-11-27`, by the visitor's clock: so they are written in Swedish. */
const DAYS = 'sv';

function timesIn(language: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  } catch {
    // An unknown language tag.
    return timesIn(undefined);
  }
}

/**
 * The conversation as a text file [W-12] (contract 3.6): a line for each message with its writer, a blank line between.
 *
 * Continuation lines are indented, so no message can forge another speaker's line.
 *
 * @param visible - what the visitor sees, in order
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
  // A visitor's words stay as they were typed: markup is a guess about them.
  return [isVisitors(message) ? message.text : toPlainText(message.text), ...files]
    .filter((part) => part.trim() !== '')
    .join('\n');
}

/** Every character that some program takes for the end of a line counts as one. */
function indent(text: string): string {
  return text.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/).join('\n  ');
}
