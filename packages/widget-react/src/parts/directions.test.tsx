import { act, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MessageText } from '../messages/MessageText';
import { IsolatedText } from '../lib/textDirection';
import { renderWidget } from '../testing/renderWidget';

const draw = (text: string): HTMLElement =>
  renderWidget(<MessageText text={text} isGrowing={false} isFromBot math className="text" />).container;

/**
 * The direction that HTML gives an element with `dir="auto"`: of its first strong character outside of elements that have
 * a direction of their own (HTML, 3.2.6.4). No browser is here to do it.
 */
function directionOf(element: Element): 'ltr' | 'rtl' {
  const wordsOf = (node: Node): string =>
    node instanceof Element && node.hasAttribute('dir')
      ? ''
      : node.nodeType === 3
        ? (node.nodeValue ?? '')
        : [...node.childNodes].map(wordsOf).join('');
  const [first = ''] = /\p{L}/u.exec([...element.childNodes].map(wordsOf).join('')) ?? [];
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(first) ? 'rtl' : 'ltr';
}

describe('VI-30 what is read from left to right in every language', () => {
  it.each<[string, readonly string[]]>([
    ['اتصل بنا على +961 1 234 567 أو 0800-123-456.', ['+961 1 234 567', '0800-123-456']],
    ['הטלפון: (03) 123 4567, או +972-3-123-4567.', ['(03) 123 4567', '+972-3-123-4567']],
    ['التاريخ 2026-11-27، خصم -15% أو +2.5.', ['2026-11-27', '-15%', '+2.5']],
    ['ملف /etc/hosts. و .env، ولغة C++ أو C#!', ['/etc/hosts', '.env', 'C++', 'C#']],
    ['اكتب إلى @sotto أو #مساعدة', ['@sotto']],
    ['**+961 1 234 567**', ['+961 1 234 567']],
    // A prefix of Hebrew is no sign; clock times, prices, short ranges and years in a row keep the order of the text.
    ['מגיע ב-3 במרץ בין 9:00 ל-13:00, עד 10 - 20 פריטים ב-249 ₪', []],
    ['بين 10 و 20 قطعة. السعر 12.50 $', []],
    ['בשנת 2024. 2025 תהיה טובה', []],
    ['גרסה v2.1.0 של Node.js', []],
    ['Call +961 1 234 567 or use C++ and /etc/hosts.', []],
  ])('%j', async (text, expected) => {
    const container = draw(text);
    // What isolates is loaded with the first such text.
    await import('../lib/textDirection');
    await act(async () => Promise.resolve());
    const pieces = [...container.querySelectorAll('bdi')];
    expect(pieces.map(({ dir }) => dir)).toEqual(expected.map(() => 'ltr'));
    expect(pieces.map(({ textContent }) => textContent)).toEqual(expected);
    expect(container.textContent).toBe(text.replaceAll('**', ''));
  });

  it('comes to an end for hostile texts', () => {
    const hostile = ['.', '/', '+', '1', 'a_', '(1', '1 ', '-1', 'a-/', '#a', '1)'].map(
      (piece) => `א${piece.repeat(50_000)}`,
    );
    expect(hostile.flatMap((text) => IsolatedText({ text })).length).toBeGreaterThan(0);
  });
});

describe('VI-30 md-22 blocks that begin with code', () => {
  it.each([
    ['`./run.sh -v` يشغّل هذا الأمر الخادم.', 'p', ['rtl']],
    ['- פתחו את `settings.json` ושמרו.\n- English item.\n- `npm i` מתקין', 'li', ['rtl', 'ltr', 'rtl']],
    ['1. `git push` ارسال می‌کند\n2. [ ] x', 'li', ['rtl', 'ltr']],
    ['- [ ] `a.b` משימה\n- [x] task', 'li', ['rtl', 'ltr']],
    ['> `x` ציטוט\n\n> quote', 'blockquote', ['rtl', 'ltr']],
    ['## `config` إعدادات', 'h3', ['rtl']],
    ['| שם | Value |\n|---|---|\n| `v` גרסה | 1.2.3 |', 'th, td', ['rtl', 'ltr', 'rtl', 'ltr']],
    ['$x^2$ הוא ריבוע, `y` גם', 'p', ['rtl']],
    ['**`npm start`**: מפעיל', 'p', ['rtl']],
  ])('%j', async (text, selector, expected) => {
    const container = draw(text);
    // Tables are loaded when the first one is shown.
    await waitFor(() => {
      expect(container.querySelector(selector)).toBeTruthy();
    });
    const blocks = [...container.querySelectorAll(selector)];
    expect(blocks.map((block) => block.getAttribute('dir'))).toEqual(expected.map(() => 'auto'));
    expect(blocks.map(directionOf)).toEqual(expected);
  });

  it('code keeps its own order', () => {
    const [code] = draw('`./run.sh -v` يشغّل').querySelectorAll('code');
    expect([code?.textContent, code?.getAttribute('dir')]).toEqual(['./run.sh -v', 'ltr']);
  });
});
