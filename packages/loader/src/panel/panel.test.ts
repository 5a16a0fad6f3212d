import { platform } from '@sotto/widget-core/transports';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WidgetState } from '../panelHost';
import { BASE, ending, answer, passHelloWait, ready, setUp } from './testPanel';

describe('L-2 the panel', () => {
  it("makes a closed frame that nobody can reach, at the widget's address", () => {
    const { frame, box } = setUp({ language: 'de' });
    expect(frame.src).toBe(`${BASE}demo/frame?v=2&scheme=light&lang=de&instance=demo`);
    expect(frame.inert).toBe(true);
    expect(box?.getAttribute('role')).toBe('group');
  });

  it('FW-8: shows the shape of the chat behind a frame that has not painted, with its title and direction', async () => {
    const { frame, panel } = setUp({ barTitle: 'Ask us', language: 'ar' }, { isOpen: true });
    const skeleton = frame.previousElementSibling;
    expect(skeleton?.textContent).toBe('Ask us');
    expect([skeleton?.ariaHidden, skeleton?.getAttribute('dir')]).toEqual(['true', 'rtl']);
    answer(frame).connection.note('onReady', ready);
    await panel.ready();
    expect(skeleton?.isConnected).toBe(true);
    await vi.waitFor(() => {
      expect(skeleton?.isConnected).toBe(false);
    });
  });

  it('FW-8: the shape has no bar where the chat has none', () => {
    const { frame } = setUp({ barTitle: 'Ask us', hideBar: true });
    expect(frame.previousElementSibling?.textContent).toBe('');
  });

  it.each([
    [{}, {}, null],
    [{ buttonTitle: 'Ask', position: 'top-left', session: 'none', hideButton: true, zIndex: 5 }, {}, null],
    [{ placeholder: 'Ask' }, {}, 'true'],
    [{ consent: 'wait' }, {}, 'true'],
    [{}, { messages: [{ type: 'bot', text: 'Welcome' }] }, 'true'],
  ] as const)('FW-8: tells the server whether the page has set what it would draw: %j %j', (config, state, own) => {
    const { frame } = setUp({ ...config, layout: 'popout' }, state);
    const { searchParams } = new URL(frame.src);
    expect([searchParams.get('own'), searchParams.get('layout')]).toEqual([own, 'popout']);
  });

  it('tells the server of an isolated page, which asks as much of the frame', () => {
    Object.defineProperty(window, 'crossOriginIsolated', { value: true, configurable: true });
    const { frame } = setUp();
    Reflect.deleteProperty(window, 'crossOriginIsolated');
    expect(new URL(frame.src).searchParams.get('isolated')).toBe('true');
  });

  it("tells the frame how things stand, and nothing that is the loader's own", () => {
    const handler = () => 1;
    const { frame } = setUp(
      { placeholder: 'Ask', zIndex: 5, createSession: '/session', height: 'auto', launcher: 'frame', consent: 'wait' },
      { isOpen: true, meta: { plan: 'pro' }, functions: { add: { description: 'adds', parameters: {}, handler } } },
    );
    const { init } = answer(frame);
    expect(init.config).toEqual({ placeholder: 'Ask', consent: 'wait' });
    expect(init.state).toMatchObject({
      open: true,
      meta: { plan: 'pro' },
      functions: { add: { description: 'adds', parameters: {} } },
    });
    expect(JSON.stringify(init)).not.toContain('handler');
    expect(init.capabilities).toEqual(['close', 'launcher', 'content', 'createSession', 'consent']);
    expect(init.page).toBeUndefined();
  });

  it.each([
    [{ send: () => undefined, vote: () => undefined }, ['close', 'transport', 'transport.vote']],
    ['ai-sdk:/api/chat', ['close', 'transport']],
    [platform(), ['close']],
  ])("the frame asks the page's own backend, and not the page for the server: %j", (transport, capabilities) => {
    const { frame } = setUp({ transport });
    expect(answer(frame).init.capabilities).toEqual(capabilities);
  });

  it('waits for a frame that is ready, then talks', async () => {
    const { frame, panel, events, state } = setUp();
    const waiting = panel.ready();
    const { connection } = answer(frame);
    connection.answer('getMeta', () => ({ value: { a: 1 } }));
    connection.note('onReady', { ...ready, conversationId: 'conv_1' });
    await expect((await waiting).request('getMeta', {})).resolves.toEqual({ value: { a: 1 } });
    expect([state.isReady, state.conversationId]).toEqual([true, 'conv_1']);
    expect(events.map(([type]) => type)).toContain('ready');
    expect(JSON.stringify(events)).not.toContain('token');
  });

  it('a frame that comes back finds what has changed meanwhile', async () => {
    const { frame, panel, state } = setUp();
    answer(frame).connection.note('onReady', ready);
    await panel.ready();
    state.meta = { plan: 'pro' };
    state.isOpen = true;
    passHelloWait();
    expect(answer(frame).init.state).toMatchObject({ open: true, meta: { plan: 'pro' } });
    expect(state.isReady).toBe(false);
  });

  it('FT-8: a frame that starts again is not given the messages of before its conversation', async () => {
    const { frame, panel, state } = setUp({}, {
      messages: [{ type: 'bot', text: 'Welcome' }],
    } as unknown as Partial<WidgetState>);
    const first = answer(frame);
    expect(first.init.state).toMatchObject({ messages: [{ type: 'bot', text: 'Welcome' }] });
    first.connection.note('onReady', { ...ready, conversationId: 'conv_1' });
    await panel.ready();
    expect(state.messages).toHaveLength(1);
    passHelloWait();
    expect(answer(frame).init.state).not.toHaveProperty('messages');
  });

  it('a frame that said hello again before the first answer came talks on its first port', async () => {
    const { frame, panel, state } = setUp();
    const waiting = panel.ready();
    const { connection } = answer(frame);
    passHelloWait();
    answer(frame);
    panel.follow('launcher', false);
    const listener = vi.fn();
    connection.on('setOpen', listener);
    connection.answer('getMeta', () => ({ value: { a: 1 } }));
    connection.note('onReady', ready);
    await expect((await waiting).request('getMeta', {})).resolves.toEqual({ value: { a: 1 } });
    expect(state.isReady).toBe(true);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('a frame that starts anew before it was ready talks on its new port, and who asked the old one is told', async () => {
    const { frame, panel, state } = setUp();
    answer(frame);
    passHelloWait();
    const { connection } = answer(frame);
    connection.answer('getMeta', () => ({ value: { b: 2 } }));
    connection.note('onReady', ready);
    await expect((await panel.ready()).request('getMeta', {})).resolves.toEqual({ value: { b: 2 } });
    const lost = (await panel.ready()).request('getFunctions', {});
    passHelloWait();
    const again = answer(frame);
    await expect(lost).rejects.toMatchObject({ code: 'destroyed' });
    again.connection.note('onReady', ready);
    await vi.waitFor(() => {
      expect(state.isReady).toBe(true);
    });
  });

  it.each([
    ['functions', 'setFunctions', { functions: { add: { description: 'adds', title: 'Adds', parameters: {} } } }],
    ['messages', 'setMessages', { messages: [{ type: 'user', text: 'hi' }] }],
    ['meta', 'setMeta', { meta: { plan: 'pro' } }],
    ['contact', 'setContact', { contact: { email: 'a@b.test' } }],
    ['notifications', 'notify', { notifications: { one: null } }],
  ] as const)('hands a frame that is ready its %s by %s', async (name, request, payload) => {
    const { frame, panel } = setUp({}, {
      functions: { add: { description: 'adds', title: 'Adds', parameters: {}, handler: () => 1 } },
      messages: [{ type: 'user', text: 'hi' }],
      meta: { plan: 'pro' },
      contact: { email: 'a@b.test' },
      notifications: { one: null },
    } as unknown as Partial<WidgetState>);
    const { connection } = answer(frame);
    const listener = vi.fn();
    connection.answer(request, (asked) => {
      listener(asked);
      return {};
    });
    connection.note('onReady', ready);
    await panel.ready();
    await panel.send(name).catch(() => undefined);
    expect(listener.mock.lastCall).toEqual([expect.objectContaining(payload)]);
  });

  it('messages that are set between a frame’s init and its first word reach it', async () => {
    const { frame, panel, state } = setUp();
    await expect(panel.send('messages')).resolves.toBeUndefined();
    const { connection, init } = answer(frame);
    expect(init.state).not.toHaveProperty('messages');
    const listener: unknown[] = [];
    connection.answer('setMessages', (asked) => {
      listener.push(asked);
      return {};
    });
    state.messages = [{ type: 'user', text: 'hi' }];
    const sent = panel.send('messages');
    await Promise.resolve();
    expect(listener).toEqual([]);
    connection.note('onReady', ready);
    await sent;
    expect(listener).toEqual([{ messages: [{ type: 'user', text: 'hi' }] }]);
  });

  it("settings that change between a frame's start and its first word reach it", async () => {
    const { frame, panel, state } = setUp();
    const { connection } = answer(frame);
    const listener: unknown[] = [];
    connection.answer('configure', (settings) => {
      listener.push(settings);
      return {};
    });
    state.config = { ...state.config, placeholder: 'Later' };
    await panel.update({ placeholder: 'Later' });
    expect(listener).toEqual([]);
    connection.note('onReady', ready);
    await vi.waitFor(() => {
      expect(listener).toEqual([{ placeholder: 'Later' }]);
    });
  });

  it('W-38 W-4 shows a hint of the frame, and a press on it opens with the focus', async () => {
    const { frame, box, opened } = setUp();
    const { connection } = answer(frame);
    connection.note('onReady', ready);
    connection.note('resize', { width: 300, height: 90, reason: 'peek' });
    await vi.waitFor(() => {
      expect(box?.classList.contains('small')).toBe(true);
    });
    expect(frame.inert).toBe(false);
    connection.note('onOpenChange', { value: true });
    await vi.waitFor(() => {
      expect(opened).toEqual([[true, 'peek', true]]);
    });
    expect(box?.classList.contains('small')).toBe(false);
  });

  it('W-38 reset drops what the frame has wished', async () => {
    const { frame, box } = setUp();
    const { connection } = answer(frame);
    connection.note('resize', { width: 300, height: 90, reason: 'peek' });
    await vi.waitFor(() => {
      expect(box?.classList.contains('small')).toBe(true);
    });
    connection.note('reset', { open: false });
    await vi.waitFor(() => {
      expect(box?.classList.contains('small')).toBe(false);
    });
    expect(frame.inert).toBe(true);
  });

  describe('FT-8: a frame that is asked whether it lives', () => {
    /** Lets what lies in the ports arrive: no timer of the page moves. */
    const delivered = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1)
        await new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            port1.close();
            resolve();
          };
          port2.postMessage(turn);
        });
    };
    const pass = async (ms: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(ms);
      await delivered();
    };
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    });

    /** An open chat whose frame answers as it is told. */
    async function open(respond: () => unknown) {
      const made = setUp({}, { isOpen: true });
      const { connection } = answer(made.frame);
      connection.answer('getFunctions', respond as never);
      connection.note('onReady', ready);
      await delivered();
      return { ...made, present: () => made.root.querySelector('iframe') };
    }
    const silence = (): Promise<never> => new Promise(() => undefined);

    it('and is silent for four seconds is replaced by a new one', async () => {
      const { frame, present, state } = await open(silence);
      await pass(3_999);
      expect(present()).toBe(frame);
      await pass(1);
      expect(present()).not.toBe(frame);
      expect([present()?.src, state.isReady]).toEqual([frame.src, false]);
    });

    it('and answers, be it with a failure, stays', async () => {
      for (const respond of [
        () => ({ functions: {} }),
        () => {
          throw new Error('not now');
        },
      ]) {
        const { frame, present, state, events } = await open(respond);
        await pass(9_000);
        expect([present() === frame, state.isReady, events.filter(([type]) => type === 'error')]).toEqual([
          true,
          true,
          [],
        ]);
      }
    });

    it('and starts again meanwhile stays, when the time of the question to its earlier page is over', async () => {
      const { frame, present, state } = await open(silence);
      await pass(3_000);
      const again = answer(frame);
      again.connection.answer('getFunctions', () => ({ functions: {} }) as never);
      again.connection.note('onReady', ready);
      await delivered();
      await pass(5_000);
      expect([present() === frame, state.isReady]).toEqual([true, true]);
    });
  });

  it('Escape in the element closes a floating chat', () => {
    const { shadow, opened } = setUp({}, { isOpen: true });
    shadow.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }));
    expect(opened).toEqual([[false, 'escape', false]]);
  });

  it('destroyed, it leaves nothing and whoever waits is told', async () => {
    const { panel, root } = setUp();
    const waiting = panel.ready();
    ending.abort();
    panel.destroy();
    await expect(waiting).rejects.toMatchObject({ code: 'destroyed' });
    expect(root.querySelector('.panel, .shade, iframe')).toBeNull();
  });
});
