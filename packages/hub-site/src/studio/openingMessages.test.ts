import { describe, expect, it } from 'vitest';
import { readOpening, writeOpening } from './openingMessages';

const STORED = [
  { type: 'bot', text: 'Hello.\n\nHow can I help?', meta: { from: 'page' } },
  { text: 'I look for a tea.' },
  { type: 'context', text: 'Came from the newsletter.' },
];
const WRITTEN = 'Bot: Hello.\n\nHow can I help?\nVisitor: I look for a tea.\nNote: Came from the newsletter.';

describe('OW-27 the messages that a chat begins with', () => {
  it('are shown with who said them, and are kept as they were stored while nobody changes them', () => {
    expect(writeOpening(STORED)).toBe(WRITTEN);
    expect(readOpening(` ${WRITTEN.replaceAll('\n', '\r\n')}\n`, STORED)).toEqual(STORED);
    expect(writeOpening('nonsense')).toBe('');
  });

  it('keep what the field does not show where another message is changed', () => {
    const changed = WRITTEN.replace('a tea', 'a pot').replace('Note: Came from the newsletter.', '');
    expect(readOpening(changed, STORED)).toEqual([STORED[0], { type: 'user', text: 'I look for a pot.' }]);
  });

  it.each(['Bot: I am one.', 'So:\nBot: yes\n Visitor: no\n  bot: no', 'visitor: a\n\nVisitor: b'])(
    'keep a line that looks like the beginning of another: %j',
    (text) => {
      const stored = [{ type: 'user', text }];
      const changed = `${writeOpening(stored)}\nBot: And?`;
      expect(readOpening(changed, stored)).toEqual([...stored, { type: 'bot', text: 'And?' }]);
      expect(readOpening(changed, undefined)).toEqual([...stored, { type: 'bot', text: 'And?' }]);
    },
  );

  it('begin with the bot where nothing else is said, and marks may be in any case', () => {
    expect(readOpening('Welcome!\nWhat is it: tea?\nVISITOR:Yes\nbot:', undefined)).toEqual([
      { type: 'bot', text: 'Welcome!\nWhat is it: tea?' },
      { type: 'user', text: 'Yes' },
    ]);
    expect([readOpening('  ', STORED), readOpening('', undefined)]).toEqual([undefined, undefined]);
  });
});
