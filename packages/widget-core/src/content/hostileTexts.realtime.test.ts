import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../testing/hostileTexts';
import { measureGrowth } from '../testing/linearTime';
import { parseContent } from './parseContent';
import { createStreamingContent } from './streaming/streamingContent';

/** Reads a text as a reply that arrives in 16 pieces and is drawn after each. */
function stream(text: string): void {
  const content = createStreamingContent();
  const length = Math.ceil(text.length / 16);
  for (let index = 0; index < text.length; index += length) {
    content.append(text.slice(index, index + length));
    void content.tail;
  }
  content.end();
}

describe('hostile texts in the frame', { retry: 2 }, () => {
  it.each(Object.entries(HOSTILE_TEXTS))('%s: reading takes time that grows with the length', async (_kind, make) => {
    const whole = await measureGrowth(make, parseContent);
    expect(whole.ms).toBeLessThan(whole.limitMs);
    const streamed = await measureGrowth(make, stream);
    expect(streamed.ms).toBeLessThan(streamed.limitMs);
  });
});
