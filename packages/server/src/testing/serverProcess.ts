import { runServer } from '../runServer';
import { createScriptedModel, type ScriptStep } from './scriptedModel';
import { readTestSeed } from './testSeed';

/** A text long enough to be cut anywhere. */
const LONG_TEXT = 'Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich. '.repeat(10);

/**
 * A server as a program, for tests that kill it. Words of the message choose the reply: `hang` gets a beginning and no end, `slowly` takes a second or
 * two, `call` asks the page; with `OPENAI_MODEL` in its environment the server has a real model's endpoint instead.
 */
const model = createScriptedModel((request): ScriptStep[] => {
  const last = request.messages.findLast(({ role }) => role === 'user' || role === 'tool');
  const text = last && 'text' in last ? last.text : '';
  if (last?.role === 'tool') return [{ text: `The page said: ${text}`, pieceLength: 4 }];
  if (text.includes('hang')) return [{ text: 'The beginning ', pieceLength: 4 }, { hang: true }];
  if (text.includes('slowly')) return [{ text: LONG_TEXT, pieceLength: 6, delayMs: 10 }];
  if (text.includes('call')) return [{ call: 'getOrder' }];
  return [{ text: `You said: ${text}`, pieceLength: 4 }];
});

await runServer({
  ...(process.env['OPENAI_MODEL'] === undefined && { model }),
  seed: await readTestSeed(),
  rateLimits: { sessionCreate: 1e6, complete: 1e6, completePerAddress: 1e6, session: 1e6 },
});
