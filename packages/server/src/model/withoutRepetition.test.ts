import { describe, expect, it } from 'vitest';
import { createRetriever } from '../datasets/retrieve';
import { readDocsFolder } from '../datasets/docsFolder';
import { createManualClock } from '../testing/manualClock';
import { createScriptedModel, type ScriptStep } from '../testing/scriptedModel';
import type { ChatModel, ModelRequest } from './chatModel';
import { createGuideModel } from './guide/guideModel';
import { withoutRepetition } from './withoutRepetition';

const NO_WAIT = { now: () => 0, setTimer: (callback: () => void) => (queueMicrotask(callback), () => undefined) };
const REQUEST: ModelRequest = { messages: [], tools: [] };
const SAID = 'Twelve characters or more.';

async function collect(model: ChatModel, request = REQUEST): Promise<string[]> {
  const pieces: string[] = [];
  for await (const event of model.reply(request, new AbortController().signal))
    pieces.push(event.type === 'text' ? event.text : event.type);
  return pieces.filter((each) => each !== 'usage');
}
function scripted(...steps: ScriptStep[]): ChatModel {
  const model = createScriptedModel(undefined, createManualClock());
  model.next(...steps);
  return model;
}

describe('W-15 a model that goes on', () => {
  it.each<[string, ScriptStep[], string[]]>([
    ['gives its rest as it comes', [{ text: ' And so on', pieceLength: 4 }], [' And', ' so ', 'on', 'end']],
    [
      'is not heard while it says everything again',
      [{ text: `${SAID} And so on`, pieceLength: 5 }],
      [' And', ' so o', 'n', 'end'],
    ],
    [
      'sse-15 thinks, takes that back, and says everything again',
      [{ text: 'Hm, so on\n' }, { takeBack: true }, { text: `${SAID} And so on`, pieceLength: 5 }],
      ['Hm, so on\n', 'take-back', ' And', ' so o', 'n', 'end'],
    ],
    ['may say everything again and nothing more', [{ text: SAID, pieceLength: 5 }], ['end']],
    [
      'may begin as the text does and differ later',
      [{ text: 'Twelve months.', pieceLength: 4 }],
      ['Twelve m', 'onth', 's.', 'end'],
    ],
    ['may say a beginning of the text and no more', [{ text: 'Twelve' }], ['Twelve', 'end']],
    [
      'may say a beginning of the text and call a tool',
      [{ text: 'Twelve' }, { call: 'look' }],
      ['Twelve', 'tool-call', 'end'],
    ],
  ])('W-15: %s', async (_title, steps, expected) => {
    const pieces = await collect(withoutRepetition(scripted(...steps), SAID));
    expect(pieces).toEqual(expected);
    expect(pieces.join('')).not.toContain(SAID);
  });

  it('W-15: a text so short that the rest may begin with it is not looked for', async () => {
    expect(await collect(withoutRepetition(scripted({ text: 'No, no.', pieceLength: 2 }), 'No'))).toEqual([
      'No',
      ', ',
      'no',
      '.',
      'end',
    ]);
  });

  it('W-15: the embedded guide says the same again, so only the rest is heard', async () => {
    const docs = await readDocsFolder(new URL('../datasets/testing/docs', import.meta.url).pathname, '/docs');
    const guide = createGuideModel({
      retriever: createRetriever(docs),
      clock: NO_WAIT,
      voice: { notice: 'For the first time.' },
    });
    const question = { role: 'user' as const, text: 'How do I back up my data?' };
    const textOf = async (model: ChatModel, request: ModelRequest): Promise<string> =>
      (await collect(model, request)).filter((each) => each !== 'end' && each !== 'references').join('');
    const whole = await textOf(guide, { ...REQUEST, messages: [question] });
    expect(whole.length).toBeGreaterThan(100);
    const beginning = whole.slice(0, Math.floor(whole.length / 2));
    const messages = [
      question,
      { role: 'assistant' as const, text: beginning },
      { role: 'user' as const, isContext: true, text: 'Go on' },
    ];
    expect(
      beginning + (await textOf(withoutRepetition(guide, beginning), { ...REQUEST, messages, isContinuation: true })),
    ).toBe(whole);
  });
});
