import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MessageText } from '../messages/MessageText';
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
