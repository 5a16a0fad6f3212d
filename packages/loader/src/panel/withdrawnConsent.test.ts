import { describe, expect, it, vi } from 'vitest';
import type { WidgetConfig } from '../types';
import { answer, passHelloWait, ready, setUp } from './testPanel';

describe('2.4 consent that is withdrawn', () => {
  const WITHDRAWN = { type: 'user' as const, id: 'msg_1', text: 'My order is late' };
  const CONTACT = { name: 'Dave', email: 'dave@example.com' };

  async function talk(config: WidgetConfig = {}) {
    const page = setUp(config);
    const { connection } = answer(page.frame);
    connection.answer('configure', () => ({}));
    connection.note('onReady', { ...ready, conversationId: 'conv_1' });
    connection.note('onMessagesChange', { value: [WITHDRAWN] });
    connection.note('onContactChange', { value: CONTACT });
    connection.note('onUnreadChange', { value: 2 });
    await page.panel.ready();
    await vi.waitFor(() => {
      expect([page.state.messages.length, page.state.unread]).toEqual([1, 2]);
    });
    const change = async (consent: 'wait' | 'granted'): Promise<void> => {
      page.state.config = { ...page.state.config, consent };
      await page.panel.update({ consent });
    };
    return { ...page, connection, change };
  }

  it('is followed by a frame that is given nothing of the visitor, whatever the one before still says', async () => {
    const { frame, state, connection, change, events } = await talk();
    await change('wait');
    expect([state.messages, state.contact, state.conversationId, state.unread]).toEqual([[], null, null, 0]);
    connection.note('onMessagesChange', { value: [WITHDRAWN] });
    connection.note('onContactChange', { value: CONTACT });
    connection.note('onSessionChange', { value: { conversationId: 'conv_1', expiresAt: null } });
    await vi.waitFor(() => {
      expect(events.at(-1)?.[0]).toBe('sessionchange');
    });
    passHelloWait();
    const { init } = answer(frame);
    expect(init.config).toMatchObject({ consent: 'wait' });
    expect([init.state.messages, init.state.contact]).toEqual([undefined, null]);
  });

  it('leaves what the page itself has configured', async () => {
    const { frame, change } = await talk({ messages: [{ type: 'bot', text: 'Welcome' }], contact: { name: 'Ann' } });
    await change('wait');
    passHelloWait();
    expect(answer(frame).init.state).toMatchObject({
      messages: [{ type: 'bot', text: 'Welcome' }],
      contact: { name: 'Ann' },
    });
  });

  it('is heard of again when it is given again, and a second refusal changes nothing', async () => {
    const { frame, state, change } = await talk();
    await change('wait');
    passHelloWait();
    const { connection } = answer(frame);
    connection.answer('configure', () => ({}));
    connection.note('onReady', ready);
    connection.note('onMessagesChange', { value: [WITHDRAWN] });
    await vi.waitFor(() => {
      expect(state.messages).toHaveLength(1);
    });
    await change('wait');
    expect(state.messages).toHaveLength(1);
  });
});
