import { systemClock } from '@sotto/widget-core/api';
import { runServer } from '../../cli/runServer';
import { DATABASE_DEADLINES } from '../../config/deadlines';
import type { ModelMessage } from '../../model/chatModel';
import { createScriptedModel, type ScriptStep } from '../scriptedModel';
import { steadyText } from '../steadyText';
import { readTestSeed } from '../testSeed';

/** A text long enough to be cut anywhere. */
const LONG_TEXT = 'Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich. '.repeat(10);

/**
 * A server as a program, for tests that kill it. Words of the message choose the reply: `hang` gets a beginning and no
 * end, `slowly` takes a second or two, `patiently` half a minute, `steadily` two seconds with the question in it,
 * `call` asks the page; with
 * `OPENAI_MODEL` in its environment the server has a real model's endpoint instead.
 */
const model = createScriptedModel((request): ScriptStep[] => {
  const last = request.messages.findLast(({ role }) => role === 'user' || role === 'tool');
  const text = last && 'text' in last ? last.text : '';
  if (text.startsWith('Your last message was cut off'))
    return [{ text: restOf(request.messages), pieceLength: 6, delayMs: 10 }];
  if (last?.role === 'tool') return [{ text: `The page said: ${text}`, pieceLength: 4 }];
  if (text.includes('hang')) return [{ text: 'The beginning ', pieceLength: 4 }, { hang: true }];
  if (text.includes('slowly')) return [{ text: LONG_TEXT, pieceLength: 6, delayMs: 10 }];
  if (text.includes('patiently')) return [{ text: LONG_TEXT, pieceLength: 6, delayMs: 200 }];
  if (text.includes('steadily')) return [{ text: steadyText(text), pieceLength: 6, delayMs: 60 }];
  if (text.includes('call')) return [{ call: 'getOrder' }];
  return [{ text: `You said: ${text}`, pieceLength: 4 }];
});

/** What is left of a reply that was cut off: of the long one, or of the one to the question before it. */
function restOf(messages: readonly ModelMessage[]): string {
  const lastText = messages.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const question = messages.findLast((message) => message.role === 'user' && message.isContext !== true)?.text ?? '';
  const whole = LONG_TEXT.startsWith(lastText) ? LONG_TEXT : steadyText(question);
  return whole.startsWith(lastText) ? whole.slice(lastText.length) : `not the beginning: ${lastText}`;
}

// A test that holds a call holds it longer than a request may take.
const { REQUEST_MS } = process.env;
if (REQUEST_MS !== undefined) Object.assign(DATABASE_DEADLINES, { requestMs: Number(REQUEST_MS) });

/** How far the clock of this process is ahead, in milliseconds. */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);

await runServer({
  ...(aheadMs !== 0 && {
    clock: {
      now: () => systemClock.now() + aheadMs,
      setTimer: (callback, delayMs) => systemClock.setTimer(callback, delayMs),
    },
  }),
  ...(process.env['OPENAI_MODEL'] === undefined && { model }),
  seed: await readTestSeed(),
  rateLimits: { sessionCreate: 1e6, complete: 1e6, completePerAddress: 1e6, session: 1e6 },
});
