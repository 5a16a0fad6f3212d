import { toPlainText } from './plainText';
import type { Message } from '../api/message';
import { isVisitors } from '../api/message';

/**
 * The conversation as a text file [W-12] (contract 3.6): `You:` and `Bot:` lines with a blank line between.
 *
 * Continuation lines are indented, so no message can forge another speaker's line.
 *
 * @param visible - what the visitor sees, in order
 */
export function writeTranscript(
  visible: readonly Message[],
  conversationId: string | undefined,
): { fileName: string; text: string } {
  const turns = visible.flatMap((message) => {
    const speaker = isVisitors(message)
      ? 'You'
      : message.type === 'bot' || message.type === 'initial'
        ? 'Bot'
        : undefined;
    return speaker ? [`${speaker}: ${indent(describe(message))}`] : [];
  });
  const safeId = (conversationId ?? '').replace(/[^A-Za-z0-9_-]/g, '');
  return { fileName: `${safeId || 'conversation'}.txt`, text: turns.length === 0 ? '' : `${turns.join('\n\n')}\n` };
}

function describe(message: Message): string {
  const files = (message.attachments ?? []).map(({ localName }) => `[${localName}]`);
  // A visitor's words stay as they were typed: markup is a guess about them.
  return [isVisitors(message) ? message.text.trim() : toPlainText(message.text), ...files]
    .filter((part) => part !== '')
    .join('\n');
}

/** Every character that some program takes for the end of a line counts as one. */
function indent(text: string): string {
  return text.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/).join('\n  ');
}
