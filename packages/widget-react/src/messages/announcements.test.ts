import { describe, expect, it } from 'vitest';
import { nextUtterance } from './announcements';

const SENTENCE = 'This is a sentence of about fifty characters, said once. ';

describe('W-15 a reply is read aloud by sentences, not by tokens', () => {
  it('waits until there is enough to say', () => {
    expect(nextUtterance(SENTENCE, 0, false)).toEqual({ words: '', upTo: 0 });
    expect(nextUtterance(SENTENCE.repeat(3), 0, false)).toEqual({ words: SENTENCE.repeat(3).trim(), upTo: SENTENCE.length * 3 });
  });

  it('says whole sentences only, and nothing twice', () => {
    const text = `${SENTENCE.repeat(3)}And half of an`;
    const first = nextUtterance(text, 0, false);
    expect(first.upTo).toBe(SENTENCE.length * 3);
    expect(nextUtterance(`${text}other one.`, first.upTo, true)).toEqual({ words: 'And half of another one.', upTo: text.length + 10 });
  });
});
