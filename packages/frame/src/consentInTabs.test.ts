import { describe, expect, it } from 'vitest';
import {
  finish,
  createHarness,
  readServerTexts,
  readTexts,
  type Harness,
} from '../../widget-core/src/testing/widgetHarness';
import { forget, holdBack } from './consent';

/** A tab of a page that waits for consent. */
function openHeld({ openTab, open }: Harness) {
  const tab = openTab();
  const held = holdBack(tab.environment);
  return { tab, held, widget: open(tab, { environment: held.environment }) };
}

describe('2.4 consent in several tabs', () => {
  it('granted in a chat without a conversation, the stored one is continued', async () => {
    const harness = createHarness();
    const { clock, open, server } = harness;
    const first = open();
    await finish(clock, first.conversation.send({ message: 'one' }));
    const { held, widget } = openHeld(harness);
    await clock.advance(1_000);
    expect(readTexts(widget)).toEqual([]);
    held.grant();
    await clock.advance(1_000);
    expect(readTexts(widget)).toEqual(readTexts(first));
    await finish(clock, widget.conversation.send({ message: 'two' }));
    expect(readTexts(first)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
    expect(server.conversations.size).toBe(1);
  });

  it('a conversation that is stored by the grant is shown in tabs that have none', async () => {
    const harness = createHarness();
    const { clock } = harness;
    const [first, second] = [openHeld(harness), openHeld(harness)];
    await finish(clock, first.widget.conversation.send({ message: 'one' }));
    second.held.grant();
    first.held.grant();
    await clock.advance(1_000);
    expect(readTexts(second.widget)).toEqual(['user: one', 'bot: one']);
  });

  it('which read it from storage, so they show it without a connection, too', async () => {
    const harness = createHarness();
    const { clock, browser } = harness;
    const [first, second] = [openHeld(harness), openHeld(harness)];
    await finish(clock, first.widget.conversation.send({ message: 'one' }));
    browser.setOnline(false);
    second.held.grant();
    first.held.grant();
    await clock.advance(1_000);
    expect(readTexts(second.widget)).toEqual(['user: one', 'bot: one']);
  });

  it('two conversations are not mixed: the second stays in memory until its page is left', async () => {
    const harness = createHarness();
    const { clock, reload, browser } = harness;
    const [first, second] = [openHeld(harness), openHeld(harness)];
    await finish(clock, first.widget.conversation.send({ message: 'one' }));
    await finish(clock, second.widget.conversation.send({ message: 'two' }));
    for (const { held } of [first, second]) held.grant();
    await finish(clock, second.widget.conversation.send({ message: 'three' }));
    expect(readTexts(first.widget)).toEqual(['user: one', 'bot: one']);
    expect(readTexts(second.widget)).toEqual(['user: two', 'bot: two', 'user: three', 'bot: three']);
    expect([...browser.localStorage.entries.values()].join()).not.toMatch(/two|three/);
    expect(readTexts(reload(second.tab, second.widget))).toEqual(['user: one', 'bot: one']);
  });

  it('a message that was written without a connection is sent once, by one of the tabs', async () => {
    const harness = createHarness();
    const { clock, browser, server } = harness;
    const [first, second] = [openHeld(harness), openHeld(harness)];
    browser.setOnline(false);
    void first.widget.conversation.send({ message: 'one' }).catch(() => undefined);
    void second.widget.conversation.send({ message: 'two' }).catch(() => undefined);
    for (const { held } of [first, second]) held.grant();
    await clock.advance(1_000);
    browser.setOnline(true);
    await clock.advance(5_000);
    const sent = readServerTexts(server).filter((line) => line.startsWith('user'));
    expect(sent.toSorted()).toEqual(['user: one', 'user: two']);
    expect(server.conversations.size).toBe(1);
    expect(readTexts(first.widget)).toEqual(readTexts(second.widget));
  });

  it('a reply that is written is read to its end before anything is stored; a page that is left stores at once', async () => {
    for (const isLeft of [false, true]) {
      const harness = createHarness();
      const { clock, browser, server } = harness;
      const { tab, held, widget } = openHeld(harness);
      server.hold();
      void widget.conversation.send({ message: 'one' }).catch(() => undefined);
      await clock.advance(300);
      held.grant();
      await clock.advance(300);
      expect(browser.localStorage.entries.size).toBe(0);
      if (isLeft) tab.leave();
      else server.finish();
      await clock.advance(300);
      expect(browser.localStorage.entries.size).toBeGreaterThan(1);
    }
  });

  it('taken back, nothing stays of a conversation that another tab has stored', async () => {
    const harness = createHarness();
    const { clock, browser } = harness;
    const [first, second] = [openHeld(harness), openHeld(harness)];
    await finish(clock, first.widget.conversation.send({ message: 'one' }));
    await finish(clock, second.widget.conversation.send({ message: 'two' }));
    for (const { held } of [first, second]) held.grant();
    expect(browser.localStorage.entries.size).toBeGreaterThan(1);
    await finish(
      clock,
      forget(second.widget, second.tab.environment, () => undefined),
    );
    expect([...browser.localStorage.entries.keys()]).toEqual([]);
  });
});
