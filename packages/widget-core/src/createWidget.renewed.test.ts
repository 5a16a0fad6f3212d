// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { conversationStatus } from './conversation/state';
import { createHarness, finish, readServerTexts, readTexts } from './testing/widgetHarness';

const DAY_MS = 24 * 3_600_000;

describe('BE-31 a session that is renewed while several tabs are open', () => {
  it.each(['SERVICE_UNAVAILABLE', 'NOT_AUTHENTICATED', 'LIMITS_REACHED'] as const)(
    'BE-31: while the renewal is answered with %s, what can be done is the same in every tab',
    async (code) => {
      const { clock, server, open } = createHarness();
      const widgets = [open(), open(), open()] as const;
      const [one] = widgets;
      await finish(clock, one.conversation.send({ message: 'First' }));
      server.refuseTokens();
      server.failNext(/session\/create/, code, { times: Infinity });
      one.conversation.send({ message: 'Second' }).catch(() => undefined);
      for (let second = 0; second < 40; second += 1) {
        await clock.advance(1_000);
        const shown = widgets.map(({ conversation }) => {
          const state = conversation.getState();
          return [
            conversationStatus(state),
            ...Object.values(state.deliveries).map((delivery) => delivery.state),
          ].join();
        });
        expect(new Set(shown).size, shown.join(' | ')).toBe(1);
      }
      for (const widget of widgets) expect(readTexts(widget)).toContain('user: Second');
    },
  );

  it('BE-31: what every tab sends meanwhile goes out when there is a session again, once', async () => {
    const { clock, server, open } = createHarness();
    const widgets = [open(), open(), open()] as const;
    await finish(clock, widgets[0].conversation.send({ message: 'First' }));
    await clock.advance(DAY_MS / 2);
    server.failNext(/session\/create/, 'SERVICE_UNAVAILABLE', { times: 3 });
    for (const [index, widget] of widgets.entries())
      widget.conversation.send({ message: `Later ${index}` }).catch(() => undefined);
    await clock.advance(30_000);
    const sent = readServerTexts(server).filter((text) => text.startsWith('user: Later'));
    expect(sent.toSorted()).toEqual(['user: Later 0', 'user: Later 1', 'user: Later 2']);
    for (const widget of widgets) expect(conversationStatus(widget.conversation.getState())).toBe('idle');
  });
});
