import { describe, expect, it } from 'vitest';
import { hasNewEnd, nextUtterance } from './ReplyAnnouncer';

const SENTENCE = 'This is a sentence of about fifty characters, said once. ';

describe('W-15 a reply is read aloud by sentences, not by tokens', () => {
  it('waits until there is enough to say', () => {
    expect(nextUtterance(SENTENCE, 0, false)).toEqual({ words: '', upTo: 0 });
    expect(nextUtterance(SENTENCE.repeat(3), 0, false)).toEqual({
      words: SENTENCE.repeat(3).trim(),
      upTo: SENTENCE.length * 3,
    });
  });

  it('says whole sentences only, and nothing twice', () => {
    const text = `${SENTENCE.repeat(3)}And half of an`;
    const first = nextUtterance(text, 0, false);
    expect(first.upTo).toBe(SENTENCE.length * 3);
    expect(nextUtterance(`${text}other one.`, first.upTo, true)).toEqual({
      words: 'And half of another one.',
      upTo: text.length + 10,
    });
  });

  it('looks only when a sentence may have ended, however the text is cut', () => {
    const text = `One "two." ${SENTENCE.repeat(4)}**A heading:**\n- three\n- four (five!) six. ${'letters '.repeat(40)}`;
    for (const size of [1, 2, 3, 7]) {
      const [patient, eager] = [
        { announced: '', upTo: 0, looks: 0 },
        { announced: '', upTo: 0, looks: 0 },
      ];
      for (let end = size; end < text.length; end += size) {
        for (const reader of [patient, eager]) {
          if (reader === patient && !hasNewEnd(text.slice(0, end), end - size)) continue;
          const next = nextUtterance(text.slice(0, end), reader.upTo, false);
          reader.looks += 1;
          reader.announced += next.words;
          reader.upTo = next.upTo;
        }
      }
      expect(patient.announced).toBe(eager.announced);
      expect(patient.looks).toBeLessThan(text.length / 10);
    }
  });
});
