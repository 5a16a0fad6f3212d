// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { settle } from './testing/manualClock';
import { contactOf, createVisitorsHarness } from './testing/visitorsHarness';
import { finish, readTexts } from './testing/widgetHarness';
import { fakeProof } from './testing/fakeSubjects';
import type { Widget } from './widget/widget';

describe('FS-1 nobody reads somebody else’s chat', () => {
  it('srv-02 shows the next person on a browser nothing of the last one, and gives her conversation back to her', async () => {
    const { openAs, send: say, clock } = createVisitorsHarness();
    const first = openAs('carol');
    await say(first, 'My account number is 1234');
    first.close();

    const second = openAs('dave');
    await clock.advance(500);
    expect(readTexts(second)).toEqual([]);
    expect(second.conversation.getState().conversationId).toBeUndefined();
    expect(second.contact.get()).toMatchObject({ name: 'dave' });
    await say(second, 'I am dave');
    second.close();

    const nobody = openAs(undefined);
    await clock.advance(500);
    expect([readTexts(nobody), nobody.conversation.getState().conversationId, nobody.contact.get()]).toEqual([
      [],
      undefined,
      null,
    ]);
    nobody.close();

    const again = openAs('carol');
    await clock.advance(500);
    expect(readTexts(again)).toEqual(['user: My account number is 1234', 'bot: My account number is 1234']);
  });

  it('switches at once while the page stays, in mid-reply, with unread count, peek and draft', async () => {
    const { openAs, server, clock, send: say } = createVisitorsHarness();
    const widget = openAs('carol');
    await say(widget, 'Mine');
    server.hold();
    server.answerWith(() => ['one ', 'two ', 'three']);
    void widget.conversation.send({ message: 'Tell me' }).catch(() => undefined);
    await settle();
    server.emit(1);
    await clock.advance(100);
    widget.conversation.receive({ message: 'A hint for carol' });
    widget.draft.set('I owe');
    widget.toasts.add({ kind: 'error', text: 'carols-file.pdf is too large' });
    widget.view.askRestart();
    expect([
      widget.view.getState().unread > 0,
      widget.view.getState().peekMessageId !== undefined,
      widget.conversation.getState().reply?.text,
    ]).toEqual([true, true, 'one ']);

    widget.contact.set(contactOf('dave'));
    const nothing = (): void => {
      const { messages, reply, conversationId, deliveries } = widget.conversation.getState();
      expect({ messages, reply, conversationId, deliveries }).toEqual({
        messages: [],
        reply: undefined,
        conversationId: undefined,
        deliveries: {},
      });
      expect(widget.view.getState()).toMatchObject({
        unread: 0,
        peekMessageId: undefined,
        toasts: [],
        isConfirmingRestart: false,
      });
      expect(widget.draft.getState().text).toBe('');
    };
    nothing();
    server.finish();
    await clock.advance(2_000);
    nothing();
    expect(widget.contact.get()).toMatchObject({ name: 'dave' });

    server.answerWith(() => ['Hello dave']);
    await say(widget, 'Who am I?');
    expect(readTexts(widget)).toEqual(['user: Who am I?', 'bot: Hello dave']);

    widget.contact.set(contactOf('carol'));
    await clock.advance(2_000);
    expect(readTexts(widget)).toContain('bot: one two three');
    expect(widget.draft.getState().text).toBe('I owe');
  });

  it.each([
    [
      'setContact(null)',
      (widget: Widget): void => {
        widget.contact.set(null);
      },
    ],
    [
      'a contact without a proof',
      (widget: Widget): void => {
        widget.contact.set({ name: 'Guest' });
      },
    ],
    [
      'configure({ contact: null })',
      (widget: Widget): void => {
        widget.config.update({ contact: null });
      },
    ],
    [
      'configure({ contact: undefined })',
      (widget: Widget): void => {
        widget.config.update({ contact: undefined });
      },
    ],
    [
      'configure with somebody else',
      (widget: Widget): void => {
        widget.config.update({ contact: { identity: fakeProof('dave') } });
      },
    ],
    [
      'assignContact with somebody else',
      (widget: Widget): void => {
        widget.contact.assign({ identity: fakeProof('dave') }).catch(() => undefined);
      },
    ],
    [
      'logout()',
      (widget: Widget): void => {
        void widget.logout();
      },
    ],
  ])('hides what was the person’s after %s, in every tab', async (_, leave) => {
    const { openAs, send: say, clock } = createVisitorsHarness();
    const [first, second] = [openAs('carol'), openAs('carol')];
    await say(first, 'Mine');
    await clock.advance(500);
    expect(readTexts(second)).toContain('user: Mine');
    leave(first);
    expect(readTexts(first)).toEqual([]);
    await settle();
    expect([readTexts(second), second.conversation.getState().conversationId]).toEqual([[], undefined]);
    await clock.advance(5_000);
    expect([...readTexts(first), ...readTexts(second)]).toEqual([]);
    expect([first.contact.get()?.name, second.contact.get()?.name]).not.toContain('carol');
    expect(second.contact.get()?.identity).toBeUndefined();
  });

  it('srv-02 switches the other tabs when a page is loaded as somebody else, or as nobody', async () => {
    for (const next of ['dave', undefined]) {
      const { openAs, send: say, clock } = createVisitorsHarness();
      const [first, second] = [openAs('carol'), openAs('carol')];
      await say(first, 'Mine');
      second.draft.set('I owe');
      const third = openAs(next);
      await settle();
      expect([readTexts(first), readTexts(second), readTexts(third)]).toEqual([[], [], []]);
      expect(second.draft.getState().text).toBe('');
      await clock.advance(1_000);
      // What is written there now is nobody's, and certainly not carol's.
      await say(second, 'Who am I?');
      const carol = openAs('carol');
      await clock.advance(500);
      expect(readTexts(carol)).toEqual(['user: Mine', 'bot: Mine']);
    }
  });

  it('switches a page that comes back from the back-forward cache', async () => {
    const { openAs, openTab, send: say, clock } = createVisitorsHarness();
    const tab = openTab();
    const first = openAs('carol', tab);
    await say(first, 'Mine');
    tab.leave();
    openAs(undefined);
    await settle();
    tab.comeBack();
    expect(readTexts(first)).toEqual([]);
    await clock.advance(500);
    expect(readTexts(first)).toEqual([]);
  });

  it('srv-02 shows nothing that is kept of a person to a page that only claims to show them', async () => {
    const { openAs, open, openTab, send: say, clock } = createVisitorsHarness();
    const carol = openAs('carol');
    await say(carol, 'Mine');
    const liar = open(openTab(), { config: { contact: { identity: fakeProof('carol', { isGood: false }) } } });
    const errors: string[] = [];
    liar.on('error', ({ code }) => {
      errors.push(code);
    });
    void carol.conversation.send({ message: 'More' });
    await clock.advance(2_000);
    expect(readTexts(carol)).toContain('user: More');
    expect([
      readTexts(liar),
      liar.conversation.getState().conversationId,
      liar.conversation.getState().isLoading,
    ]).toEqual([[], undefined, false]);
    expect(errors).toEqual(['session_failed']);
    await expect(say(liar, 'Go on')).rejects.toBeDefined();
    expect(readTexts(liar)).toEqual(['user: Go on']);
    // A proof that is good shows everything, without a reload.
    liar.contact.set(contactOf('carol'));
    await clock.advance(2_000);
    expect(readTexts(liar)).toEqual(expect.arrayContaining(['user: Mine', 'bot: Mine', 'user: More']));
  });

  it('is changed by nothing that still comes for the person before', async () => {
    const { openAs, open, openTab, send: say, clock } = createVisitorsHarness();
    const before = openAs('carol');
    await say(before, 'Mine');
    before.close();
    const { environment } = openTab();
    const slowFetch: typeof fetch = async (...request) => {
      const answer = await environment.fetch(...request);
      await new Promise<void>((resolve) => {
        clock.setTimer(resolve, 1_000);
      });
      return answer;
    };
    const widget = open(undefined, {
      environment: { ...environment, fetch: slowFetch },
      config: { contact: contactOf('carol') },
    });
    const sessions: unknown[] = [];
    widget.on('sessionchange', ({ value }) => {
      sessions.push(value);
    });
    await clock.advance(500);
    widget.contact.set(null);
    await clock.advance(5_000);
    expect([sessions, readTexts(widget), widget.conversation.getState().conversationId]).toEqual([
      [null],
      [],
      undefined,
    ]);
  });

  it('asks the server once for a proof that it has not seen, and not at all for the same one', async () => {
    const { open, openTab, send: say, clock, creations } = createVisitorsHarness();
    const contact = contactOf('carol');
    const first = open(openTab(), { config: { contact } });
    await say(first, 'Mine');
    first.close();
    expect(creations()).toHaveLength(1);
    const same = open(openTab(), { config: { contact } });
    expect(readTexts(same)).toEqual(['user: Mine', 'bot: Mine']);
    same.close();
    expect(creations()).toHaveLength(1);
    const newer = open(openTab(), { config: { contact: contactOf('carol') } });
    expect(newer.conversation.getState()).toMatchObject({ messages: [], isLoading: true });
    await clock.advance(500);
    expect(readTexts(newer)).toEqual(['user: Mine', 'bot: Mine']);
    expect(creations()).toHaveLength(2);
  });

  it('srv-02 keeps no proof and no name of a subject in storage', async () => {
    const { openAs, send: say, stored, openTab } = createVisitorsHarness();
    const tab = openTab();
    const widget = openAs('carol@example.com', tab);
    widget.contact.set({ identity: fakeProof('carol@example.com'), phone: '1' });
    widget.draft.set('x');
    await say(widget, 'Mine');
    const everything = JSON.stringify([stored(), [...tab.sessionStorage.entries]]);
    expect(everything).toContain('Mine');
    expect(everything).not.toContain('carol@example.com');
    expect(everything).not.toContain(btoa('{"alg":"HS256"}').replaceAll('=', '') + '.eyJzdWIiOiJjYXJvb');
  });

  it('keeps the proof when a visitor fills in the contact form', async () => {
    const { openAs, send: say, clock, creations } = createVisitorsHarness();
    const widget = openAs('carol');
    await finish(clock, widget.contact.assign({ phone: '1' }));
    expect(widget.contact.get()).toMatchObject({ phone: '1', identity: expect.any(String) as string });
    await say(widget, 'Mine');
    expect(creations()).toHaveLength(1);
  });
});

describe('FS-1 signing in while chatting', () => {
  it('goes on with the conversation that this tab began, draft and all', async () => {
    const { openAs, openTab, send: say, clock, server } = createVisitorsHarness();
    const tab = openTab();
    const widget = openAs(undefined, tab);
    const other = openAs(undefined);
    await say(widget, 'Before');
    widget.draft.set('half a sentence');
    const { conversationId } = widget.conversation.getState();
    widget.contact.set(contactOf('carol'));
    await clock.advance(1_000);
    expect(readTexts(widget)).toEqual(['user: Before', 'bot: Before']);
    expect([widget.conversation.getState().conversationId, widget.draft.getState().text]).toEqual([
      conversationId,
      'half a sentence',
    ]);
    await say(widget, 'After');
    expect(server.conversations.size).toBe(1);
    // It is hers now, everywhere.
    expect([readTexts(other), other.conversation.getState().conversationId]).toEqual([[], undefined]);
    widget.contact.set(null);
    await clock.advance(500);
    expect([readTexts(widget), widget.draft.getState().text]).toEqual([[], '']);
  });

  it('goes on after a page load in the same tab, as a sign-in page makes it', async () => {
    const { openAs, openTab, send: say, clock } = createVisitorsHarness();
    const tab = openTab();
    const before = openAs(undefined, tab);
    await say(before, 'Before');
    tab.leave();
    before.close();
    const after = openAs('carol', tab);
    await clock.advance(1_000);
    expect(readTexts(after)).toEqual(['user: Before', 'bot: Before']);
  });

  it('A606 leaves an anonymous conversation that another tab began where it is', async () => {
    const { openAs, send: say, clock } = createVisitorsHarness();
    const stranger = openAs(undefined);
    await say(stranger, 'Of somebody before');
    stranger.close();
    const carol = openAs('carol');
    await clock.advance(1_000);
    expect(readTexts(carol)).toEqual([]);
    await say(carol, 'Mine');
    carol.contact.set(null);
    await clock.advance(1_000);
    expect(readTexts(carol)).toEqual(['user: Of somebody before', 'bot: Of somebody before']);
  });

  it('loses nothing that was written and not sent yet', async () => {
    const { openAs, browser, clock, server } = createVisitorsHarness();
    browser.setOnline(false);
    const widget = openAs(undefined);
    widget.conversation.send({ message: 'Written offline' }).catch(() => undefined);
    await clock.advance(100);
    widget.contact.set(contactOf('carol'));
    expect(readTexts(widget)).toEqual(['user: Written offline']);
    browser.setOnline(true);
    await clock.advance(5_000);
    expect(readTexts(widget)).toEqual(['user: Written offline', 'bot: Written offline']);
    expect(server.conversations.size).toBe(1);
  });

  it('tries what was refused again when the page shows a newer proof', async () => {
    const { openAs, send: say, clock, server } = createVisitorsHarness();
    const widget = openAs('carol');
    await say(widget, 'One');
    await clock.advance(3_700_000);
    server.failNext(/session\/create/, 'NOT_AUTHORIZED', { times: 2 });
    await expect(say(widget, 'Two')).rejects.toBeDefined();
    expect(readTexts(widget)).toContain('user: Two');
    widget.contact.set(contactOf('carol'));
    await clock.advance(2_000);
    expect(readTexts(widget)).toEqual(['user: One', 'bot: One', 'user: Two', 'bot: Two']);
  });
});
