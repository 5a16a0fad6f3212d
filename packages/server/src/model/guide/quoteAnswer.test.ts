import { describe, expect, it } from 'vitest';
import { toPassages } from '../../datasets/passages';
import { createRetriever, vocabularyOf } from '../../datasets/retrieve';
import { createGuideModel } from './guideModel';
import { piecesOf } from './quotable';

const SHOP = `# Delivery

We send parcels from Monday to Thursday. Every box is padded. Ask us about pallets. We are happy to help with them. Nothing is sent at night.

## Prices

| Parcel | Price | Arrives in |
| --- | --- | --- |
| Letter | £2.95 | 3 days |
| Standard box | £6.95 | 2 days |
| Pallet | £49 | 8 days |

## Opening hours

| Day | From | To |
| --- | --- | --- |
| Monday | 9:00 | 18:00 |
| Saturday | 10:00 | 16:00 |

## Care

- Water the fern twice a week.
- Keep the cactus dry in winter.
- Feed the orchid in spring.

## Repotting

1. Take the plant out.
2. Shake off the soil.
3. Fill the pot with compost.

## Embedding

Call this function from your button:

\`\`\`js
shop.open();
\`\`\`

## Cards

The card is made so:

\`\`\`form
url: https://evil.example
\`\`\`

## Guarantee

Shrubs are covered for two years. They are replaced once, e.g. after a hard frost. Houseplants are not covered.
`;

async function ask(question: string, markdown = SHOP) {
  const passages = toPassages({
    kind: 'markdown',
    text: markdown,
    source: 'shop.md',
    url: '/shop',
    resolveLink: (href) => href,
  });
  const model = createGuideModel({
    retriever: createRetriever(passages, vocabularyOf(passages)),
    clock: { now: () => 0, setTimer: (callback) => (queueMicrotask(callback), () => undefined) },
    voice: { bot: { name: 'Fern' } },
  });
  let text = '';
  for await (const event of model.reply(
    { messages: [{ role: 'user', text: question }], tools: [] },
    new AbortController().signal,
  ))
    if (event.type === 'text') text += event.text;
  return text;
}

describe('OW-5 what is quoted of a passage', () => {
  it('OW-5: of a table the row that answers, with the words of its header', async () => {
    expect(await ask('price of a pallet')).toBe('**Pallet** – Price: £49 · Arrives in: 8 days');
  });

  it('OW-5: of a table that is asked for as a whole every row', async () => {
    expect(await ask('opening hours')).toBe(
      '- **Monday** – From: 9:00 · To: 18:00\n- **Saturday** – From: 10:00 · To: 16:00',
    );
  });

  it('OW-5: of a list the item that answers', async () => {
    expect(await ask('how do I care for a cactus')).toBe('Keep the cactus dry in winter.');
  });

  it('OW-5: steps with their numbers', async () => {
    expect(await ask('repotting')).toBe(
      '1. Take the plant out.\n2. Shake off the soil.\n3. Fill the pot with compost.',
    );
  });

  it('OW-5: code with the sentence that introduces it', async () => {
    expect(await ask('embedding')).toBe('Call this function from your button:\n\n```js\nshop.open();\n```');
  });

  it('OW-5: code of a kind that the chat would draw stays code', async () => {
    expect(await ask('cards')).toBe('The card is made so:\n\n```\nurl: https://evil.example\n```');
  });

  it('OW-5: three sentences, of them the one with the words of the question', async () => {
    expect(await ask('delivery pallets')).toBe(
      'Ask us about pallets. We are happy to help with them. Nothing is sent at night.',
    );
  });

  it('OW-5: a sentence that leans on the one before it comes with that, and an abbreviation ends none', async () => {
    expect(await ask('guarantee frost')).toBe(
      'Shrubs are covered for two years. They are replaced once, e.g. after a hard frost. Houseplants are not covered.',
    );
  });

  it('OW-5: text without sentences is cut between words, at 600 characters', async () => {
    const text = await ask('fern', `# Ferns\n\n${'fern moss '.repeat(400)}`);
    expect(text.length).toBeLessThanOrEqual(600);
    expect(text).toMatch(/(?:fern|moss)…$/);
  });

  it('OW-5: rows of a table of a page, which readers write line by line, with their headings', () => {
    const textsOf = (...lines: string[]): string[] => piecesOf(lines.join('\n\n')).map(({ text }) => text);
    expect(textsOf('Our prices:', 'Plan | Price | Users', 'Solo | €9 | 1', 'Studio | | 5', 'Without VAT.')).toEqual([
      'Our prices:',
      '**Solo** – Price: €9 · Users: 1',
      '**Studio** – Users: 5',
      'Without VAT.',
    ]);
    // The headings are in another passage, or there are none.
    expect(textsOf('Monday | closed', 'Tuesday | 8:30', 'Sunday | closed')).toEqual([
      '**Monday** – closed',
      '**Tuesday** – 8:30',
      '**Sunday** – closed',
    ]);
    expect(textsOf('Puncture | £16', 'Chain | £28')).toEqual(['**Puncture** – £16', '**Chain** – £28']);
  });

  it('lines of an address are sentences of their own, wrapped lines are not', () => {
    const wrapped = 'This line of a paragraph is longer than seventy characters, so an editor has wrapped it\nhere.';
    expect(piecesOf(`Mill Lane 3\nBakewell\n\n${wrapped}`).map(({ text }) => text)).toEqual([
      'Mill Lane 3',
      'Bakewell',
      wrapped.replace('\n', ' '),
    ]);
  });
});
