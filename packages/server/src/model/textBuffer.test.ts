import { describe, expect, it } from 'vitest';
import { createTextBuffer } from './textBuffer';

describe('a text that grows', () => {
  it('is what was added, in order, however much that was', () => {
    const text = createTextBuffer();
    expect([text.isEmpty, text.whole()]).toEqual([true, '']);
    text.add('');
    expect(text.isEmpty).toBe(true);
    let expected = '';
    for (let count = 0; count < 300; count += 1) {
      text.add(`${count} `);
      expected += `${count} `;
      expect(text.whole()).toBe(expected);
    }
    expect(text.isEmpty).toBe(false);
  });
});
