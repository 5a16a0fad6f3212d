// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../lib/clock';
import { createConnection, type FrameConnection } from '../protocol/connection';
import type { Endpoint } from '../protocol/endpoints';
import { frameToHost, hostToFrame } from '../protocol/messages';
import type { HostMessage } from '../protocol/payloads';
import { settle } from '../testing/manualClock';
import { createHarness, readTexts } from '../testing/widgetHarness';
import { createFrameBridge } from './frameBridge';
import { createHostSessionSource } from './hostSessionSource';
import { readOverlayUrl } from './overlayUrl';

function setUp(past?: readonly HostMessage[], said: readonly HostMessage[] = []) {
  const harness = createHarness();
  const widget = harness.open();
  if (said.length > 0)
    widget.conversation.setMessages(said.map((message, index) => ({ ...message, id: `said_${String(index)}` })));
  const [frameEnd, hostEnd] = createEndpoints();
  const connection = createConnection({
    endpoint: frameEnd,
    outgoing: frameToHost,
    incoming: hostToFrame,
    clock: systemClock,
  });
  const host: FrameConnection = createConnection({
    endpoint: hostEnd,
    outgoing: hostToFrame,
    incoming: frameToHost,
    clock: systemClock,
  });
  const received: { name: string; payload: unknown }[] = [];
  for (const [name, message] of Object.entries(frameToHost)) {
    if (message.kind === 'note') host.on(name as 'onReady', (payload) => received.push({ name, payload }));
  }
  host.start();
  const bridge = createFrameBridge({ widget, connection, build: '0.1.0', protocol: 2, past });
  return { ...harness, widget, connection, host, heard: received, bridge };
}

describe('W-37 W-38 a host page and its widget', () => {
  it('begins with the messages that the page knew before, unless there is a conversation', () => {
    const past: HostMessage[] = [
      { type: 'user', text: 'Is it open?' },
      { type: 'bot', text: 'Until six.' },
    ];
    expect(readTexts(setUp(past).widget)).toEqual(['user: Is it open?', 'bot: Until six.']);
    expect(readTexts(setUp(past, [{ type: 'user', text: 'Hello' }]).widget)).toEqual(['user: Hello']);
  });

  it('sends for the host and tells everything that happens', async () => {
    const { host, heard: received, clock, widget } = setUp();
    const reply = host.request('sendMessage', { message: 'Hello there' });
    await clock.advance(300);
    expect((await reply).text).toBe('Hello there');
    const names = new Set(received.map(({ name }) => name));
    for (const name of [
      'onReady',
      'onSend',
      'onReceive',
      'onItem',
      'onMessagesChange',
      'onSessionChange',
      'onStatusChange',
      'onTrack',
      'onUnreadChange',
    ]) {
      expect(names).toContain(name);
    }
    const { value } = await host.request('getMessages', {});
    expect(value.map(({ text }) => text)).toEqual(['Hello there', 'Hello there']);
    expect(readTexts(widget)).toHaveLength(2);
  });

  it('answers every message of the contract', async () => {
    const { host, widget, clock } = setUp();
    host.note('setOpen', { open: true });
    host.note('setMaximize', { maximize: true });
    await host.request('setMeta', { meta: { a: 1 } });
    await host.request('setContact', { contact: { name: 'Jo' } });
    await host.request('setFunctions', { functions: { a: { description: 'x' }, b: { description: 'y' } } });
    await host.request('setFunctions', { functions: { a: null } });
    await host.request('setMessages', { messages: [{ text: 'from the page' }] });
    await host.request('receiveMessage', { message: 'said by the page' });
    await host.request('setInput', { text: 'typed' });
    await host.request('render', { frame: 'https://shop.example.com/map', title: 'Map' });
    await host.request('notify', { notifications: { n: { text: 'New' } } });
    await host.request('configure', { disabled: true });
    expect(await host.request('getMeta', {})).toEqual({ value: { a: 1 } });
    expect(await host.request('getContact', {})).toEqual({ value: { name: 'Jo' } });
    expect(await host.request('getFunctions', {})).toEqual({ value: ['b'] });
    expect(widget.view.getState()).toMatchObject({
      isOpen: true,
      isMaximized: true,
      overlay: { url: 'https://shop.example.com/map', title: 'Map' },
      notifications: { n: { text: 'New' } },
    });
    expect(widget.draft.getState().text).toBe('typed');
    expect(readTexts(widget)).toEqual(['user: from the page', 'bot: said by the page']);
    expect((await host.request('downloadConversation', { as: 'text' })).text).toContain('Bot: said by the page');
    await expect(host.request('sendMessage', { message: 'one' })).rejects.toMatchObject({ code: 'disabled' });
    await host.request('restartConversation', {});
    expect(readTexts(widget)).toEqual([]);
    await clock.advance(100);
  });

  it('restarts with a question, and not when the visitor says no', async () => {
    const { host, widget } = setUp();
    widget.conversation.receive({ message: 'one' });
    const refused = host.request('restartConversation', { confirm: true });
    await settle();
    expect(widget.view.getState().isConfirmingRestart).toBe(true);
    await widget.view.answerRestart(false);
    await expect(refused).rejects.toMatchObject({ code: 'ABORTED' });
    const restarted = host.request('restartConversation', { confirm: true });
    await settle();
    await widget.view.answerRestart(true);
    await restarted;
    expect(readTexts(widget)).toEqual([]);
  });

  it('FW-13: tries again what got no answer, and asks for the rest of a reply that was stopped', async () => {
    const { host, widget, server, clock } = setUp();
    server.hold();
    const broken = host.request('sendMessage', { message: 'Where is it?' });
    broken.catch(() => undefined);
    await clock.advance(100);
    server.breakReply('BAD_GATEWAY');
    await clock.advance(500);
    await expect(broken).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    const retried = host.request('retry', {});
    await clock.advance(100);
    server.emit(1);
    await clock.advance(200);
    const stopped = host.request('stop', {});
    await clock.advance(500);
    await stopped;
    await retried.catch(() => undefined);
    const { id = '', end, text = '' } = widget.conversation.getState().messages.at(-1) ?? {};
    expect(end).toBe('abort');
    const continued = host.request('continueReply', { id });
    await clock.advance(100);
    server.finish();
    await clock.advance(500);
    await continued;
    const whole = widget.conversation.getState().messages.at(-1);
    expect(whole?.id).toBe(id);
    expect(whole?.text.startsWith(text)).toBe(true);
    expect(whole?.text.length).toBeGreaterThan(text.length);
    await expect(host.request('continueReply', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('runs functions in the host window', async () => {
    const { host, widget, server, clock } = setUp();
    host.answer('callFunction', ({ name, args }) => ({ value: { name, args } }));
    await host.request('setFunctions', { functions: { getOrder: { description: 'x' } } });
    server.hold();
    widget.conversation.send({ message: 'one' }).catch(() => undefined);
    await settle();
    server.want('getOrder', { id: 7 });
    // What calls functions is fetched when the first is wanted.
    await vi.waitFor(async () => {
      await clock.advance(50);
      expect(server.published).toHaveLength(1);
    });
    expect(server.published[0]?.message).toEqual({ value: { name: 'getOrder', args: { id: 7 } } });
  });

  it('takes sessions from the host when it makes them', async () => {
    const { host, connection } = setUp();
    host.answer('createSession', ({ meta }) => ({
      conversationId: 'conv_host',
      token: JSON.stringify(meta),
      expiresAt: 5,
    }));
    expect(await createHostSessionSource(connection)({ meta: { a: 1 } }, undefined)).toEqual({
      conversationId: 'conv_host',
      token: '{"a":1}',
      expiresAt: 5,
    });
  });

  it('hears nothing after it was closed', async () => {
    const { bridge, heard: received, widget, clock } = setUp();
    await settle();
    bridge.close();
    const before = received.length;
    widget.view.setOpen(true);
    widget.conversation.receive({ message: 'one' });
    await clock.advance(100);
    expect(received).toHaveLength(before);
  });
});

describe('W-13 T4 what may be shown over the frame', () => {
  it.each([
    ['https://shop.example.com/a', 'https://shop.example.com/a'],
    ['/docs/a', 'https://chat.example.com/docs/a'],
    ['http://localhost:8080/', 'http://localhost:8080/'],
    ['http://shop.example.com/', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['blob:https://chat.example.com/1', undefined],
    ['ftp://localhost/', undefined],
    ['http://', undefined],
  ])('%s', (frame, url) => {
    expect(readOverlayUrl(frame, 'https://chat.example.com')).toBe(url);
  });
});

/** Two ends of a wire: what one sends arrives at the other a moment later, cloned. */
function createEndpoints(): [Endpoint, Endpoint] {
  const receivers: [Parameters<Endpoint['listen']>[0] | undefined, Parameters<Endpoint['listen']>[0] | undefined] = [
    undefined,
    undefined,
  ];
  const makeEnd = (own: 0 | 1): Endpoint => {
    const other = own === 0 ? 1 : 0;
    const send: Endpoint['send'] = (envelope) => {
      const copy = structuredClone(envelope);
      queueMicrotask(() => receivers[other]?.(copy, ends[other].send));
    };
    return {
      send,
      listen(receive) {
        receivers[own] = receive;
      },
      close() {
        receivers[own] = undefined;
      },
    };
  };
  const ends: [Endpoint, Endpoint] = [makeEnd(0), makeEnd(1)];
  return ends;
}
