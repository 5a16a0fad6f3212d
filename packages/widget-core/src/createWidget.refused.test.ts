// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { isVisible } from './conversation/state';
import { settle } from './testing/manualClock';
import { createHarness, findId, finish, openAnswered } from './testing/widgetHarness';
import type { Widget } from './widget/widget';

/** What a visitor reads, one line a message. */
const shown = (widget: Widget): string[] =>
  widget.conversation
    .getState()
    .messages.filter((message) => isVisible(message, false))
    .map(({ text }) => text);

const TALK = ['One', 'One answer', 'Two', 'Two answer'];

describe('a refused edit', () => {
  it('shows again what it was to replace, in every tab and after a reload, and keeps its own text', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const tab = harness.openTab();
    const widget = await openAnswered(harness, tab);
    const other = harness.open();
    await clock.advance(500);
    server.failNext(/complete/, 'LIMITS_REACHED');
    const edited = widget.messages.edit(findId(widget, 'One'), 'Uno');
    edited.catch(() => undefined);
    await settle();
    await clock.advance(5_000);
    await expect(edited).rejects.toMatchObject({ code: 'LIMITS_REACHED' });
    const expected = [...TALK, 'Uno'];
    expect([shown(widget), shown(other)]).toEqual([expected, expected]);
    const reloaded = harness.reload(tab, widget);
    expect(shown(reloaded)).toEqual(expected);
    await clock.advance(1_000);
    expect(shown(reloaded)).toEqual(expected);
  });

  it('replaces it after all when it is sent again', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = await openAnswered(harness);
    server.failNext(/complete/, 'LIMITS_REACHED');
    await expect(finish(clock, widget.messages.edit(findId(widget, 'One'), 'Uno'))).rejects.toThrow();
    await finish(clock, widget.conversation.retry());
    expect(shown(widget)).toEqual(['Uno', 'Uno answer']);
  });

  it('leaves hidden what was hidden before', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = await openAnswered(harness);
    await finish(clock, widget.messages.edit(findId(widget, 'Two'), 'Three'));
    server.failNext(/complete/, 'LIMITS_REACHED');
    await expect(finish(clock, widget.messages.edit(findId(widget, 'One'), 'Uno'))).rejects.toThrow();
    expect(shown(widget)).toEqual(['One', 'One answer', 'Three', 'Three answer', 'Uno']);
  });
});

describe('a refused Continue', () => {
  it.each(['LIMITS_REACHED', 'NOT_AUTHORIZED'] as const)(
    'leaves the reply whole, with the reason (%s), and can be pressed again',
    async (code) => {
      const harness = createHarness();
      const { clock, server } = harness;
      const widget = harness.open();
      server.answerWith(() => ['The ', 'whole ', 'reply']);
      server.hold();
      const sent = widget.conversation.send({ message: 'Tell me' });
      await settle();
      server.emit(1);
      await clock.advance(50);
      await finish(clock, widget.conversation.stop());
      await finish(clock, sent);
      const before = widget.conversation.getState().messages;
      expect(before[1]).toMatchObject({ text: 'The ', end: 'abort' });
      server.failNext(/complete/, code);
      const refused = widget.messages.continueReply(before[1]?.id ?? '');
      refused.catch(() => undefined);
      await clock.advance(1_000);
      await expect(refused).rejects.toMatchObject({ code });
      expect(widget.conversation.getState().messages).toEqual(before);
      expect(widget.conversation.getState().failure).toMatchObject({ code, continues: before[1]?.id });
      server.finish();
      const continued = widget.messages.continueReply(before[1]?.id ?? '');
      await finish(clock, continued);
      expect(widget.conversation.getState().failure).toBeUndefined();
      expect(shown(widget)).toHaveLength(2);
      expect(shown(widget)[1]?.startsWith('The ')).toBe(true);
    },
  );
});

describe('Try again', () => {
  it('pressed three times offline asks for one version', async () => {
    const harness = createHarness();
    const { clock, server, browser } = harness;
    const widget = await openAnswered(harness);
    server.hold();
    const regenerated = widget.messages.regenerate(findId(widget, 'Two answer'));
    regenerated.catch(() => undefined);
    await settle();
    server.breakReply('BAD_GATEWAY');
    await clock.advance(300);
    await expect(regenerated).rejects.toThrow();
    server.finish();
    browser.setOnline(false);
    for (let press = 0; press < 3; press += 1) void widget.conversation.retry();
    browser.setOnline(true);
    await clock.advance(2_000);
    const reply = widget.conversation.getState().messages.at(-1);
    expect(reply).toMatchObject({ text: 'Another answer' });
    expect(reply?.versions).toHaveLength(2);
  });
});
