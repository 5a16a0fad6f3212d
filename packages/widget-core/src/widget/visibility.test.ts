import { expect, it } from 'vitest';
import { showsContactForm, showsPeek } from './visibility';

it('W-4 the hint is beside the launcher of a closed chat, and never on a phone', () => {
  const config = { layout: 'popover', messagePeek: true } as const;
  const shows = (isOpen: boolean, mobile: boolean): boolean =>
    showsPeek(config, { isOpen, peekMessageId: 'message_1', media: { mobile } as never });
  expect([shows(false, false), shows(true, false), shows(false, true)]).toEqual([true, false, false]);
});

it('W-10 the contact form waits for a message and a conversation', () => {
  const config = { contactCollection: true, disabled: false };
  const shows = (count: number, conversationId: string | undefined): boolean =>
    showsContactForm(config, { messages: Array(count).fill({}) as never, conversationId }, { contact: null });
  expect([shows(1, 'conversation_1'), shows(0, 'conversation_1'), shows(1, undefined)]).toEqual([true, false, false]);
});
