import { runServer } from '../runServer';
import { createScriptedModel } from './scriptedModel';
import { readTestSeed } from './testSeed';

/** A server as a program, for tests that kill it. A message with the word `hang` gets the beginning of a reply and no end. */
const model = createScriptedModel((request) => {
  const text = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  return text.includes('hang') ? [{ text: 'The beginning ', pieceLength: 4 }, { hang: true }] : [{ text: `You said: ${text}`, pieceLength: 4 }];
});

await runServer({ model, seed: await readTestSeed(), rateLimits: { sessionCreate: 1e6, complete: 1e6, completePerAddress: 1e6, session: 1e6 } });
