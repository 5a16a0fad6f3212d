// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createHarness, finish, readTexts } from './testing/widgetHarness';

describe('EN-14 what a widget leaves behind', () => {
  it('is no listener for each send or request', async () => {
    const listeners = new Map<EventTarget, number>();
    const count = (target: EventTarget, change: number): void => {
      listeners.set(target, (listeners.get(target) ?? 0) + change);
    };
    const { addEventListener: add, removeEventListener: remove } = AbortSignal.prototype;
    vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (this: AbortSignal, ...listener) {
      count(this, 1);
      (add as (...given: unknown[]) => void).apply(this, listener);
    });
    vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(function (
      this: AbortSignal,
      ...listener
    ) {
      count(this, -1);
      (remove as (...given: unknown[]) => void).apply(this, listener);
    });
    const { clock, open, server } = createHarness();
    const widget = open();
    for (let turn = 0; turn < 10; turn += 1) {
      await finish(clock, widget.conversation.send({ message: 'Hello' }));
      await finish(clock, widget.conversation.send({ message: 'Noted', respond: false }));
    }
    vi.restoreAllMocks();
    expect(server.requests.length).toBeGreaterThan(20);
    expect(Math.max(...listeners.values())).toBeLessThan(5);
    widget.close();
  });
});

describe('EN-15 privacy that is switched on while the widget runs', () => {
  it('begins another conversation, of which nothing is stored, and removes what was', async () => {
    const { clock, open, browser, openTab, server } = createHarness();
    const tab = openTab();
    const widget = open(tab);
    await finish(clock, widget.conversation.send({ message: 'one' }));
    widget.draft.set('half a');
    await clock.advance(1_000);
    expect(browser.localStorage.entries.size).toBeGreaterThan(0);
    widget.config.update({ privacy: true });
    await clock.advance(1_000);
    expect([browser.localStorage.entries.size, tab.sessionStorage.entries.size]).toEqual([0, 0]);
    expect(widget.draft.getState().text).toBe('half a');
    await finish(clock, widget.conversation.send({ message: 'two' }));
    widget.draft.set('half a sentence');
    widget.view.setLanguage('de');
    await clock.advance(1_000);
    expect(readTexts(widget)).toEqual(['user: two', 'bot: two']);
    expect([browser.localStorage.entries.size, tab.sessionStorage.entries.size]).toEqual([0, 0]);
    expect(browser.channels.openCount()).toBe(0);
    expect(server.conversations.size).toBe(2);
    widget.close();
  });

  it('a session that is not stored begins at once, also while a reply is written', async () => {
    const { clock, open, browser, server } = createHarness();
    const widget = open();
    server.answerWith(() => ['The ', 'rest.']);
    server.hold();
    const sent = widget.conversation.send({ message: 'one' });
    sent.catch(() => undefined);
    await clock.advance(300);
    server.emit(1);
    await clock.advance(1_000);
    widget.config.update({ session: 'none' });
    server.finish();
    await clock.advance(1_000);
    await finish(clock, widget.conversation.send({ message: 'two' }));
    expect(readTexts(widget)).toEqual(['user: two', 'bot: The rest.']);
    expect([...browser.localStorage.entries.values()].join()).not.toMatch(/two|rest/);
  });

  it('stores again when it is switched off', async () => {
    const { clock, open, openTab, reload } = createHarness();
    const tab = openTab();
    const widget = open(tab, { config: { privacy: true } });
    await finish(clock, widget.conversation.send({ message: 'one' }));
    widget.config.update({ privacy: false });
    await finish(clock, widget.conversation.send({ message: 'two' }));
    expect(readTexts(reload(tab, widget))).toEqual(['user: two', 'bot: two']);
  });
});
