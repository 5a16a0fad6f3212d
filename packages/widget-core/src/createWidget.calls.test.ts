// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import type { FunctionCaller } from './conversation/runners/functions';
import type { FakeTab } from './testing/fakeBrowser';
import { openPage, until } from './testing/backend';
import { settle } from './testing/manualClock';
import { callback } from './transports/callback';
import type { Widget } from './widget/widget';
import { createHarness, finish } from './testing/widgetHarness';

/** Two tabs of one conversation, the first of them streaming a reply, and every payment that either of them makes. */
async function setUpTabs(pay: FunctionCaller = () => new Promise(() => undefined)) {
  const harness = createHarness();
  const paid = vi.fn<FunctionCaller>(pay);
  const equip = (widget: Widget): Widget => {
    widget.functions.set({ pay: { description: 'Pays', parameters: {} } });
    widget.functions.setCaller(paid);
    return widget;
  };
  const open = (tab?: FakeTab): Widget => equip(harness.open(tab));
  const tab = harness.openTab();
  const first = open(tab);
  await finish(harness.clock, first.conversation.send({ message: 'Hello' }));
  const second = open();
  await harness.clock.advance(300);
  harness.server.hold();
  first.conversation.send({ message: 'one two three' }).catch(() => undefined);
  await settle();
  harness.server.emit(1);
  await harness.clock.advance(150);
  return { ...harness, open, reload: (old: Widget) => equip(harness.reload(tab, old)), tab, first, second, paid };
}

const INTERRUPTED = { error: { code: 'INTERRUPTED' } };
const readQuestion = (widget: Widget | undefined) => widget?.view.getState().functionQuestion;

describe('EN-4 a function of the page runs once', () => {
  it('also when the tab in which it runs is closed: the other tab reports it as interrupted', async () => {
    const { first, server, clock, paid } = await setUpTabs();
    server.want('pay', {});
    await clock.advance(20);
    expect(paid).toHaveBeenCalledTimes(1);
    first.close();
    await clock.advance(1_000);
    expect(paid).toHaveBeenCalledTimes(1);
    expect(server.published.map(({ message }) => message)).toMatchObject([INTERRUPTED]);
  });

  it('also when both tabs are closed and a third one is opened', async () => {
    const { first, second, server, clock, paid, open } = await setUpTabs();
    server.want('pay', {});
    await clock.advance(20);
    second.close();
    first.close();
    open();
    await clock.advance(1_000);
    expect(paid).toHaveBeenCalledTimes(1);
    expect(server.published.map(({ message }) => message)).toMatchObject([INTERRUPTED]);
  });

  it('and its result is published by the other tab when it had ended', async () => {
    const { first, server, clock, paid } = await setUpTabs(() => Promise.resolve({ value: 'receipt 7' }));
    server.failNext(/publish/, 'INTERNAL_SERVER_ERROR');
    server.want('pay', {});
    await clock.advance(20);
    expect(paid).toHaveBeenCalledTimes(1);
    expect(server.published).toEqual([]);
    first.close();
    await clock.advance(1_000);
    expect(paid).toHaveBeenCalledTimes(1);
    expect(server.published[0]?.message).toEqual({ value: 'receipt 7' });
  });

  it('also when the reply is read again slowly, long after the call was answered', async () => {
    const { first, server, clock, paid, browser } = await setUpTabs(() => Promise.resolve({ value: 1 }));
    const goOn = server.holdCalls();
    const channel = server.want('pay', {});
    await clock.advance(20);
    expect(server.published).toHaveLength(1);
    first.close();
    await clock.advance(2_000);
    goOn(channel);
    await clock.advance(20);
    expect(paid).toHaveBeenCalledTimes(1);
    // What was answered leaves no result behind.
    expect([...browser.localStorage.entries.values()].some((value) => value.includes('"message":{"value":1}'))).toBe(
      false,
    );
  });

  it('is asked about again in the other tab when it had not begun, and not any more in the tab that went away', async () => {
    const { tab, first, second, server, clock, paid } = await setUpTabs(() => Promise.resolve({ value: 1 }));
    server.want('pay', {}, true);
    await clock.advance(20);
    const asked = readQuestion(first)?.callId ?? '';
    expect(asked).not.toBe('');
    tab.leave();
    await clock.advance(1_000);
    expect(readQuestion(first)).toBeUndefined();
    expect(readQuestion(second)?.callId).toBe(asked);
    second.functions.answer(asked, true);
    await clock.advance(100);
    tab.comeBack();
    first.functions.answer(asked, true);
    await clock.advance(1_000);
    expect(paid).toHaveBeenCalledTimes(1);
    expect(server.published).toHaveLength(1);
  });

  it('is asked about again in the tab that comes back, when no other tab has answered', async () => {
    const { tab, first, second, server, clock, paid } = await setUpTabs(() => Promise.resolve({ value: 1 }));
    second.close();
    server.want('pay', {}, true);
    await clock.advance(20);
    tab.leave();
    await clock.advance(100);
    tab.comeBack();
    await clock.advance(1_000);
    first.functions.answer(readQuestion(first)?.callId ?? '', true);
    await clock.advance(100);
    expect(paid).toHaveBeenCalledTimes(1);
    expect(server.published).toMatchObject([{ message: { value: 1 } }]);
  });

  it('also when a transport of the page sends a lost stream again from its beginning', async () => {
    const call = { type: 'call', callId: 'c1', name: 'pay', input: {} } as const;
    const answers: unknown[] = [];
    let isLost = false;
    const { widget } = openPage(
      callback(
        async function* () {
          yield { type: 'accepted', messageId: 'reply-1', cursor: '1' };
          yield call;
          await until(() => {
            if (answers.length === 0) throw new Error('not answered yet');
          });
          isLost = true;
          throw new TypeError('connection lost');
        },
        {
          async *resume() {
            yield { type: 'accepted', messageId: 'reply-1', cursor: '1' };
            yield call;
            yield { type: 'text', text: 'Paid' };
          },
          async answer(_, result) {
            answers.push(result);
          },
        },
      ),
    );
    let payments = 0;
    widget().functions.set({ pay: { description: '', parameters: {}, handler: () => (payments += 1) } });
    expect((await widget().conversation.send({ message: 'Pay' })).text).toBe('Paid');
    expect(isLost).toBe(true);
    expect(payments).toBe(1);
  });

  it('is not run when nothing can be noted: whoever reads the reply again would run it again', async () => {
    const { server, clock, paid, browser } = await setUpTabs();
    browser.localStorage.fill();
    server.want('pay', {});
    await clock.advance(20);
    expect(paid).not.toHaveBeenCalled();
    expect(server.published[0]?.message).toMatchObject({ error: { code: 'FAILED' } });
  });

  it('is run where nothing is stored and so nobody can read the reply again', async () => {
    const { open, server, clock, browser, openTab } = createHarness();
    browser.localStorage.deny();
    const widget = open(openTab());
    const paid = vi.fn<FunctionCaller>(() => Promise.resolve({ value: 1 }));
    widget.functions.set({ pay: { description: 'Pays', parameters: {} } });
    widget.functions.setCaller(paid);
    server.hold();
    widget.conversation.send({ message: 'one two' }).catch(() => undefined);
    await settle();
    server.want('pay', {});
    await clock.advance(20);
    expect(paid).toHaveBeenCalledTimes(1);
  });

  it('leaves a bounded number of notes behind, which a restart removes', async () => {
    const { first, server, clock, browser } = await setUpTabs(() => Promise.resolve({ value: 1 }));
    const countNotes = () => [...browser.localStorage.entries.keys()].filter((key) => key.includes(':call:')).length;
    for (let call = 0; call < 70; call += 1) {
      server.want('pay', {});
      await clock.advance(20);
    }
    expect(server.published).toHaveLength(70);
    expect(countNotes()).toBe(64);
    await first.conversation.restart();
    await clock.advance(20);
    expect(countNotes()).toBe(0);
  });
});
