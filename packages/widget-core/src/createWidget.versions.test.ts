// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { isVisible, messageKey } from './conversation/state';
import { settle } from './testing/manualClock';
import { createHarness, findId, finish, openAnswered } from './testing/widgetHarness';
import type { Widget } from './widget/widget';

// What is loaded when it is first needed comes at once, so that manual clocks alone decide.
beforeAll(() => import('./features/lazyFeatures'));

/** What a visitor reads, one line a message, with its place among its versions. */
function shown(widget: Widget): string[] {
  const messages = widget.conversation.getState().messages.filter((message) => isVisible(message, false));
  return messages.map(({ id, text, versions }) =>
    versions ? `${text} (${String(versions.indexOf(id) + 1)}/${String(versions.length)})` : text,
  );
}

describe('W-24 W-30 another version of a reply', () => {
  it('takes the place of the first, in every tab and after a reload', async () => {
    const harness = createHarness();
    const { clock, server, browser } = harness;
    const tab = browser.openTab();
    const widget = harness.open(tab);
    const other = harness.open();
    server.answerWith((text) => [`${text ?? 'Another'} answer`]);
    await finish(clock, widget.conversation.send({ message: 'One' }));
    server.hold();
    const regenerated = widget.messages.regenerate(findId(widget, 'One answer'));
    await settle();
    expect(widget.conversation.getState().reply?.replaces).toBe(findId(widget, 'One answer'));
    expect(other.conversation.getState().reply?.replaces).toBe(findId(widget, 'One answer'));
    server.finish();
    await finish(clock, regenerated);
    const expected = ['One', 'Another answer (2/2)'];
    expect([shown(widget), shown(other)]).toEqual([expected, expected]);
    const reloaded = harness.reload(tab, widget);
    expect(shown(reloaded)).toEqual(expected);
    await clock.advance(300);
    await finish(clock, reloaded.messages.chooseVersion(findId(reloaded, 'One answer')));
    expect([shown(reloaded), shown(other)]).toEqual([
      ['One', 'One answer (1/2)'],
      ['One', 'One answer (1/2)'],
    ]);
  });

  it('leaves the first in its place when it fails, and can be tried again', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = await openAnswered(harness);
    server.hold();
    const regenerated = widget.messages.regenerate(findId(widget, 'Two answer'));
    regenerated.catch(() => undefined);
    await settle();
    server.breakReply('BAD_GATEWAY');
    await clock.advance(300);
    await expect(regenerated).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(shown(widget)).toEqual(['One', 'One answer', 'Two', 'Two answer']);
    server.finish();
    await finish(clock, widget.conversation.retry());
    expect(shown(widget)).toEqual(['One', 'One answer', 'Two', 'Another answer (2/2)']);
  });

  it('leaves the first in its place when it is stopped before its first word', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = await openAnswered(harness);
    server.hold();
    const regenerated = widget.messages.regenerate(findId(widget, 'Two answer'));
    await settle();
    expect(widget.conversation.getState().reply).toBeDefined();
    await finish(clock, widget.conversation.stop());
    await finish(clock, regenerated);
    expect(shown(widget)).toEqual(['One', 'One answer', 'Two', 'Two answer']);
    expect(widget.conversation.getState().failure).toBeUndefined();
  });

  it('goes on after a reload', async () => {
    const harness = createHarness();
    const { clock, server, browser } = harness;
    const tab = browser.openTab();
    const widget = harness.open(tab);
    server.answerWith((text) => (text === undefined ? ['Another ', 'answer'] : ['An answer']));
    await finish(clock, widget.conversation.send({ message: 'One' }));
    server.hold();
    widget.messages.regenerate(findId(widget, 'An answer')).catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(50);
    const reloaded = harness.reload(tab, widget);
    expect(reloaded.conversation.getState().reply).toMatchObject({
      text: 'Another ',
      replaces: findId(reloaded, 'An answer'),
    });
    await clock.advance(500);
    server.finish();
    await clock.advance(500);
    expect(shown(reloaded)).toEqual(['One', 'Another answer (2/2)']);
  });
});

describe('W-24 W-30 a message said otherwise', () => {
  it('hides what followed at once, and the old branch can be chosen again', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = await openAnswered(harness);
    server.hold();
    const edited = widget.messages.edit(findId(widget, 'One'), 'Uno');
    await settle();
    expect(shown(widget)).toEqual(['Uno']);
    server.finish();
    expect((await finish(clock, edited)).text).toBe('Uno answer');
    expect(shown(widget)).toEqual(['Uno (2/2)', 'Uno answer']);
    await finish(clock, widget.messages.chooseVersion(findId(widget, 'One')));
    expect(shown(widget)).toEqual(['One (1/2)', 'One answer', 'Two', 'Two answer']);
  });

  it('keeps its text when it cannot be sent, over a reload and the server’s list, and goes out later', async () => {
    const harness = createHarness();
    const { clock, server, browser } = harness;
    const tab = browser.openTab();
    const widget = harness.open(tab);
    await finish(clock, widget.conversation.send({ message: 'One' }));
    server.failNext(/complete/, 'INTERNAL_SERVER_ERROR');
    const edited = widget.messages.edit(findId(widget, 'One'), 'Uno');
    edited.catch(() => undefined);
    await clock.advance(60_000);
    await expect(edited).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    expect(shown(widget)).toEqual(['One', 'One', 'Uno']);
    const reloaded = harness.reload(tab, widget);
    await clock.advance(1_000);
    expect(shown(reloaded)).toEqual(['One', 'One', 'Uno']);
    const key = messageKey(reloaded.conversation.getState().messages.at(-1) ?? { id: '' });
    expect(reloaded.conversation.getState().deliveries[key]?.state).toBe('failed');
    await finish(clock, reloaded.conversation.retry());
    expect(shown(reloaded)).toEqual(['Uno (2/2)', 'Uno']);
  });

  it('goes out as a message of its own when the conversation it belonged to is over', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = await openAnswered(harness);
    server.forgetSessions();
    server.refuseTokens();
    expect((await finish(clock, widget.messages.edit(findId(widget, 'Two'), 'Three'))).text).toBe('Three answer');
    expect(shown(widget)).toEqual(['Three', 'Three answer']);
  });
});

describe('W-24 versions while something is said', () => {
  it('have to wait', async () => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = await openAnswered(harness);
    server.hold();
    const sent = widget.conversation.send({ message: 'Three' });
    await settle();
    for (const attempt of [
      widget.messages.regenerate(findId(widget, 'Two answer')),
      widget.messages.edit(findId(widget, 'Two'), 'Deux'),
      widget.messages.chooseVersion(findId(widget, 'Two')),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'busy' });
    }
    server.finish();
    await finish(clock, sent);
    await expect(widget.messages.regenerate(findId(widget, 'Two'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(widget.messages.edit('nobody', 'text')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('W-43 versions with privacy', () => {
  it('work, and leave nothing behind in the browser', async () => {
    const { clock, server, browser, open } = createHarness();
    const widget = open(browser.openTab(), { config: { privacy: true } });
    server.answerWith((text) => [`${text ?? 'Another'} answer`]);
    await finish(clock, widget.conversation.send({ message: 'One' }));
    await finish(clock, widget.messages.regenerate(findId(widget, 'One answer')));
    await finish(clock, widget.messages.edit(findId(widget, 'One'), 'Uno'));
    expect(shown(widget)).toEqual(['Uno (2/2)', 'Uno answer']);
    expect(browser.localStorage.entries.size).toBe(0);
  });
});

describe('W-24 another wording', () => {
  it.each(['user', 'input'] as const)('of a message of type %s stays one of that type', async (type) => {
    const harness = createHarness();
    const { clock, server } = harness;
    const widget = harness.open();
    server.answerWith((text) => [`${text ?? 'Another'} answer`]);
    await finish(clock, widget.conversation.send({ message: 'One', type }));
    await finish(clock, widget.messages.edit(findId(widget, 'One'), 'Won'));
    expect(widget.conversation.getState().messages.find(({ text }) => text === 'Won')?.type).toBe(type);
  });
});
