import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPlainText } from '../hooks/readPlainText';
import { createUtterances, hasNewEnd, loadLastEnd, nextUtterance } from './utterances';

const SENTENCE = 'This is a sentence of about fifty characters, said once. ';

beforeAll(loadLastEnd);

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

describe('VI-47 inp-08 what a screen reader is given', () => {
  it('has sentences of Chinese and Japanese, which no space ends', () => {
    const sentence = '请先打开设置页面，然后选择语言。';
    const text = sentence.repeat(10);
    expect(nextUtterance(`${text}最后`, 0, false)).toEqual({ words: text, upTo: text.length });
  });

  it.each([
    ['Hindi', 'पहले सेटिंग पेज खोलें और फिर भाषा चुनें। '],
    ['Urdu', 'پہلے ترتیبات کا صفحہ کھولیں، پھر زبان منتخب کریں۔ '],
    ['Arabic', 'هل تريد فتح صفحة الإعدادات أولاً ثم اختيار اللغة؟ '],
    ['Armenian', 'Նախ բացեք կարգավորումների էջը և ընտրեք լեզուն։ '],
    ['Khmer', 'សូមបើកទំព័រការកំណត់ជាមុនសិន។'],
    ['Burmese', 'ဆက်တင်စာမျက်နှာကို ဦးစွာဖွင့်ပါ။'],
    ['German', 'Er sagte: »Öffnen Sie zuerst die Einstellungen.« Dann ging er. '],
    ['French', 'Elle a dit : « Ouvrez d’abord les réglages. » Puis elle a ri. '],
    ['English', 'She said, “Open the settings first.” '],
  ])('has sentences of %s', (_, sentence) => {
    const text = sentence.repeat(6);
    expect(nextUtterance(`${text}half`, 0, false)).toEqual({ words: text.trim(), upTo: text.length });
    expect(hasNewEnd(text, 0)).toBe(true);
  });

  it('has code when it is complete, by its name instead of its characters', async () => {
    const before = `${SENTENCE.repeat(3)}\n`;
    const code = '```js\nlet a = 1;\nlet b = 2;\n```\n';
    expect(nextUtterance(`${before}\`\`\`js\nlet a = 1;\n`, 0, false).upTo).toBe(before.length);
    const whole = nextUtterance(`${before}${code}Done.\n`, 0, false);
    expect(await readPlainText(whole.words, 'Code')).toBe(`${SENTENCE.repeat(3).trim()}\n\nCode js\n\nDone.`);
    expect(await readPlainText('~~~\nx\n~~~', 'Code')).toBe('Code');
    expect(await readPlainText('- See\n  ```ts\n  let a;\n  ```', 'Code')).toBe('- See\n  Code ts');
  });

  it.each([
    ['a table', '| Product | Price |\n|---|---|\n| Helmet. On order! | 129 € |\n| Bell | 9 € |\n\n'],
    ['a fence of several paragraphs', '```js\nlet a = `1. x`;\n\nlet b = [2. ];\n```\n'],
    ['a formula', '$$\n\\frac{a}{b} = c.\n+ d\n$$\n'],
    ['bold sentences', '**Please note. The shop is closed on Monday.** '],
    ['code in a line', 'Run `npm run dev. Then` again. '],
    ['a link of two sentences', 'Read [Delivery. And returns](https://shop.example/a). '],
    ['numbers of a list', '1. one\n2. two\n10) three\n'],
  ])('has %s in one piece', async (_, markdown) => {
    for (let length = 96; length <= 120; length += 1) {
      const text = `${'a'.repeat(length)}.\n\n${markdown}\n${SENTENCE.repeat(3)}`;
      const pieces: string[] = [];
      let upTo = 0;
      for (let end = 1; end <= text.length; end += 1) {
        const next = nextUtterance(text.slice(0, end), upTo, end === text.length);
        if (next.words !== '') pieces.push(await readPlainText(next.words, 'Code'));
        upTo = next.upTo;
      }
      expect(pieces.join('\n').split(/\s+/)).toEqual((await readPlainText(text, 'Code')).split(/\s+/));
      expect(pieces.length).toBeGreaterThan(1);
      for (const piece of pieces) expect(piece).not.toMatch(/\d[.)]\s*$/);
    }
  });

  it('has a stray sign at the latest with the next paragraph', () => {
    const text = `2**3 is 8 and \`this opens nothing. ${SENTENCE.repeat(3)}`;
    expect(nextUtterance(text, 0, false).words).toBe('');
    expect(nextUtterance(`${text}\n\nNext. `, 0, false).words).toBe(`${text}\n\nNext.`);
  });

  describe('one after the other', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('none replaces another that has hardly begun', () => {
      const shown: string[] = [];
      const utterances = createUtterances((words) => shown.push(words));
      for (const words of ['Thinking', 'One.', 'Two.']) utterances.add(words);
      expect(shown).toEqual(['Thinking']);
      vi.advanceTimersByTime(499);
      expect(shown).toEqual(['Thinking']);
      vi.advanceTimersByTime(1);
      expect(shown).toEqual(['Thinking', 'One. Two.']);
      vi.advanceTimersByTime(2_000);
      utterances.add('Three.');
      expect(shown).toEqual(['Thinking', 'One. Two.', 'Three.']);
      utterances.add('Four.');
      utterances.clear();
      vi.advanceTimersByTime(2_000);
      expect(shown.slice(3)).toEqual(['']);
      utterances.end();
    });
  });
});
