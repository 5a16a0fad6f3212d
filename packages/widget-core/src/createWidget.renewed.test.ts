// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { conversationStatus } from './conversation/state';
import { createHarness, finish, readServerTexts, readTexts } from './testing/widgetHarness';

const DAY_MS = 24 * 3_600_000;

describe('BE-31 a session that is renewed while several tabs are open', () => {
  it.each(['SERVICE_UNAVAILABLE', 'NOT_AUTHENTICATED', 'LIMITS_REACHED'] as const)(
    'BE-31 srv-01: while the renewal is answered with %s, what can be done is the same in every tab',
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

  it('BE-31 srv-01: what every tab sends meanwhile goes out when there is a session again, once', async () => {
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

  it.each([-600_000, 0, 600_000])(
    'srv-01: three tabs wake at once with an expired token, a clock that is off by %i ms, and a renewal that is slow and then fails',
    async (skewMs) => {
      const { clock, server, browser, open } = createHarness();
      const renewals: string[] = [];
      let isRenewing = false;
      let atOnce = 0;
      let most = 0;
      const openTab = () => {
        const tab = browser.openTab();
        const { fetch: send, clock: time } = tab.environment;
        const fetch: typeof globalThis.fetch = async (input, init) => {
          const url = input instanceof Request ? input.url : input.toString();
          if (!isRenewing || !url.includes('session/create')) return send(input, init);
          renewals.push(url);
          most = Math.max(most, (atOnce += 1));
          try {
            if (renewals.length === 1) await new Promise<void>((resolve) => void time.setTimer(resolve, 5_000));
            if (renewals.length === 2) return new Response('{"code":"SERVICE_UNAVAILABLE"}', { status: 503 });
            return await send(input, init);
          } finally {
            atOnce -= 1;
          }
        };
        const skewed = { ...time, now: () => time.now() + skewMs };
        return { tab, widget: open(tab, { environment: { ...tab.environment, fetch, clock: skewed } }) };
      };
      const tabs = [openTab(), openTab(), openTab()] as const;
      await finish(clock, tabs[0].widget.conversation.send({ message: 'First' }));
      for (const { tab } of tabs) tab.setHidden(true);
      server.refuseTokens();
      await clock.advance(DAY_MS / 2);
      isRenewing = true;
      for (const { tab } of tabs) {
        tab.setHidden(false);
        await clock.advance(20);
      }
      for (const [index, { widget }] of tabs.entries()) {
        widget.conversation.send({ message: `Later ${index}` }).catch(() => undefined);
        await clock.advance(20);
      }
      await clock.advance(60_000);
      const sent = readServerTexts(server).filter((text) => text.startsWith('user: Later'));
      expect(sent).toEqual(['user: Later 0', 'user: Later 1', 'user: Later 2']);
      expect(most).toBe(1);
      for (const { widget } of tabs) {
        expect(readTexts(widget)).toEqual(readServerTexts(server));
        expect(conversationStatus(widget.conversation.getState())).toBe('idle');
        expect(widget.view.getState().toasts).toEqual([]);
        widget.close();
      }
    },
  );
});
