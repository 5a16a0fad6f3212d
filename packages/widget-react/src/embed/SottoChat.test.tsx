import { act, cleanup, configure, render, waitFor } from '@testing-library/react';
import { createRef, StrictMode, useState, version } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SottoChatElement, SottoGlobal } from '@sotto/loader';
import { createPage } from '../../../loader/src/testPage';
import { SottoChat } from './SottoChat';
import { useSottoChat } from './useSottoChat';
import { useSottoEvent, useSottoFunctions } from './useSottoEvent';

const BASE = 'https://chat.test';
// What is loaded when first needed takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
let sotto: SottoGlobal;

beforeAll(async () => {
  // The real loader with a panel that keeps a log: what a hosted script would have put onto the page.
  ({ sotto } = await createPage());
  await import('../../../loader/src/element/createController');
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

async function theWidget(id = 'demo'): Promise<SottoChatElement> {
  return waitFor(() => {
    const found = sotto.get(id);
    if (!found) throw new Error('no widget yet');
    return found;
  });
}

/** The element tells what its frame would. */
function dispatch(widget: SottoChatElement, type: string, detail: object): void {
  act(() => {
    widget.dispatchEvent(new CustomEvent(type, { detail }));
  });
}

describe(`L-3 <SottoChat> in React ${version}`, () => {
  it('makes one widget, also under the rehearsal of StrictMode, and takes it along', async () => {
    const ref = createRef<SottoChatElement>();
    const made = vi.spyOn(document.documentElement, 'append');
    const { unmount } = render(
      <StrictMode>
        <SottoChat base={BASE} widget="demo" barTitle="Help" ref={ref} />
      </StrictMode>,
    );
    const widget = await theWidget();
    await waitFor(() => {
      expect(ref.current).toBe(widget);
    });
    expect(made).toHaveBeenCalledTimes(1);
    expect(document.querySelectorAll('sotto-chat')).toHaveLength(1);
    expect(widget.config).toMatchObject({ barTitle: 'Help', base: BASE });
    unmount();
    expect(document.querySelector('sotto-chat')).toBeNull();
    expect(sotto.instances.size).toBe(0);
    expect(ref.current).toBeNull();
  });

  it('is not there when it was taken away before the script came', async () => {
    render(<SottoChat base={BASE} widget="demo" />).unmount();
    await act(async () => {
      await Promise.resolve();
    });
    expect(sotto.instances.size).toBe(0);
  });

  it('stands in its own place where the layout is part of the page', async () => {
    const { container } = render(<SottoChat base={BASE} widget="demo" layout="stretch" className="place" />);
    await theWidget();
    expect(container.querySelector('.place > sotto-chat')).not.toBeNull();
  });

  it('FW-3 stands there however the word for its layout is written', async () => {
    const { container } = render(
      <SottoChat base={BASE} widget="demo" layout={' Inline' as 'inline'} className="place" />,
    );
    await theWidget();
    expect(container.querySelector('.place > sotto-chat')).not.toBeNull();
  });

  it('FC-1 hears every event under one spelling, and a listener that came later', async () => {
    const onOpenChange = vi.fn();
    const onOpen = vi.fn();
    const onFunctionCall = vi.fn();
    const { rerender } = render(
      <SottoChat base={BASE} widget="demo" onOpenChange={onOpenChange} onFunctionCall={onFunctionCall} />,
    );
    const widget = await theWidget();
    rerender(<SottoChat base={BASE} widget="demo" onOpenChange={onOpenChange} onOpen={onOpen} />);
    dispatch(widget, 'openchange', { open: true, reason: 'api' });
    dispatch(widget, 'open', { reason: 'api' });
    dispatch(widget, 'functioncall', { name: 'a', args: null, callId: 'c' });
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith({ open: true, reason: 'api' }, expect.any(CustomEvent));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ reason: 'api' }, expect.any(CustomEvent));
    expect(onFunctionCall).not.toHaveBeenCalled();
  });

  it('tells the widget what has changed, and nothing when settings are only written anew', async () => {
    const settings = (title: string) => ({
      base: BASE,
      widget: 'demo',
      barTitle: title,
      theme: { name: 'modern', config: { barPrimary: '#123456' } },
      functions: {},
    });
    const { rerender } = render(<SottoChat {...settings('One')} />);
    const widget = await theWidget();
    const update = vi.spyOn(widget, 'update');
    rerender(<SottoChat {...settings('One')} />);
    expect(update).not.toHaveBeenCalled();
    rerender(<SottoChat {...settings('Two')} />);
    expect(update.mock.calls).toEqual([[{ barTitle: 'Two' }]]);
    expect(sotto.get('demo')).toBe(widget);
  });

  it('opens and closes by its property', async () => {
    const { rerender } = render(<SottoChat base={BASE} widget="demo" open={false} />);
    const widget = await theWidget();
    rerender(<SottoChat base={BASE} widget="demo" open />);
    await waitFor(() => {
      expect(widget.isOpen).toBe(true);
    });
    rerender(<SottoChat base={BASE} widget="demo" open={false} />);
    await waitFor(() => {
      expect(widget.isOpen).toBe(false);
    });
  });

  const answering = (answer: number) => ({
    description: 'Answers',
    parameters: { type: 'object' as const, properties: {} },
    handler: () => answer,
  });

  it('is told what changed while the script was on its way', async () => {
    const settings = (title: string) => ({ base: BASE, widget: 'demo', barTitle: title });
    const { rerender } = render(<SottoChat {...settings('One')} open={false} functions={{ early: answering(1) }} />);
    rerender(<SottoChat {...settings('Two')} open functions={{ late: answering(2) }} />);
    const widget = await theWidget();
    await waitFor(() => {
      expect(widget.isOpen).toBe(true);
    });
    await waitFor(() => {
      expect(widget.config.barTitle).toBe('Two');
    });
    await waitFor(() => {
      expect(Object.keys(widget.functions)).toEqual(['late']);
    });
  });

  it('takes back what a later render no longer says', async () => {
    const { rerender } = render(<SottoChat base={BASE} widget="demo" barTitle="One" hideButton />);
    const widget = await theWidget();
    await waitFor(() => {
      expect(widget.config).toMatchObject({ barTitle: 'One', hideButton: true });
    });
    rerender(<SottoChat base={BASE} widget="demo" barTitle="Two" />);
    await waitFor(() => {
      expect(widget.config.barTitle).toBe('Two');
    });
    expect(widget.config.hideButton).toBeUndefined();
    rerender(<SottoChat base={BASE} widget="demo" />);
    await waitFor(() => {
      expect(widget.config.barTitle).toBeUndefined();
    });
  });

  it('makes another widget for another id', async () => {
    const { rerender } = render(<SottoChat base={BASE} widget="demo" />);
    await theWidget();
    rerender(<SottoChat base={BASE} widget="other" />);
    await theWidget('other');
    expect(sotto.get('demo')).toBeNull();
  });

  it('calls the listeners of the newest render with the detail', async () => {
    const first = vi.fn();
    const second = vi.fn();
    const { rerender } = render(<SottoChat base={BASE} widget="demo" onReceive={first} />);
    const widget = await theWidget();
    rerender(<SottoChat base={BASE} widget="demo" onReceive={second} />);
    dispatch(widget, 'receive', { message: { id: 'm1', type: 'bot', text: 'Hello' } });
    expect(first).not.toHaveBeenCalled();
    expect(second.mock.calls[0]?.[0]).toEqual({ message: { id: 'm1', type: 'bot', text: 'Hello' } });
  });

  it('hands its functions over once, and calls the newest handler', async () => {
    const order = (state: string) => ({
      getOrder: { description: 'The order', parameters: { type: 'object' }, handler: () => state },
    });
    const { rerender } = render(<SottoChat base={BASE} widget="demo" functions={order('open')} />);
    const widget = await theWidget();
    const register = vi.spyOn(widget, 'registerFunctions');
    rerender(<SottoChat base={BASE} widget="demo" functions={order('shipped')} />);
    expect(register).not.toHaveBeenCalled();
    expect(widget.config.functions?.['getOrder']?.handler?.({}, {} as never)).toBe('shipped');
    rerender(<SottoChat base={BASE} widget="demo" functions={{}} />);
    await waitFor(() => {
      expect(widget.functions).toEqual({});
    });
  });
});

describe(`L-3 hooks of the hosted widget in React ${version}`, () => {
  it('gives the widget when it has come, and null when it has gone', async () => {
    const seen: (SottoChatElement | null)[] = [];
    function Reader() {
      seen.push(useSottoChat());
      return null;
    }
    function Page({ hasChat }: { readonly hasChat: boolean }) {
      return (
        <>
          <Reader />
          {hasChat && <SottoChat base={BASE} widget="demo" />}
        </>
      );
    }
    const { rerender } = render(<Page hasChat />);
    const widget = await theWidget();
    await waitFor(() => {
      expect(seen.at(-1)).toBe(widget);
    });
    rerender(<Page hasChat={false} />);
    await waitFor(() => {
      expect(seen.at(-1)).toBeNull();
    });
  });

  it('gives a slice of how it stands, and draws again only when the slice is another', async () => {
    const slices: unknown[] = [];
    function Reader() {
      slices.push(useSottoChat((chat) => ({ isOpen: chat.isOpen, count: chat.messages.length })));
      return null;
    }
    render(
      <>
        <Reader />
        <SottoChat base={BASE} widget="demo" />
      </>,
    );
    const widget = await theWidget();
    expect(slices.at(-1)).toEqual({ isOpen: false, count: 0 });
    await act(() => widget.open());
    expect(slices.at(-1)).toEqual({ isOpen: true, count: 0 });
    const drawn = slices.length;
    dispatch(widget, 'statuschange', { status: 'thinking' });
    expect(slices.length).toBe(drawn);
  });

  it('hears an event with the newest listener, without fetching the rest of the element', async () => {
    const received: string[] = [];
    function Listener({ name }: { readonly name: string }) {
      useSottoEvent('receive', ({ message }) => {
        received.push(`${name} ${message.text}`);
      });
      return null;
    }
    const chat = <SottoChat base={BASE} widget="demo" />;
    const { rerender } = render(
      <StrictMode>
        <Listener name="first" />
        {chat}
      </StrictMode>,
    );
    const widget = await theWidget();
    rerender(
      <StrictMode>
        <Listener name="second" />
        {chat}
      </StrictMode>,
    );
    dispatch(widget, 'receive', { message: { id: 'm1', type: 'bot', text: 'Hello' } });
    expect(received).toEqual(['second Hello']);
  });

  it('lends functions for as long as the component is there, beside those of others', async () => {
    function Cart() {
      const [count, setCount] = useState(1);
      useSottoFunctions({ getCart: { description: 'The cart', parameters: { type: 'object' }, handler: () => count } });
      return (
        <button
          type="button"
          onClick={() => {
            setCount(count + 1);
          }}
        >
          more
        </button>
      );
    }
    const chat = (
      <SottoChat
        base={BASE}
        widget="demo"
        functions={{ getOrder: { description: 'The order', parameters: { type: 'object' }, handler: () => 'A-1' } }}
      />
    );
    const { rerender, getByRole } = render(
      <StrictMode>
        <Cart />
        {chat}
      </StrictMode>,
    );
    const widget = await theWidget();
    await waitFor(() => {
      expect(Object.keys(widget.functions).sort()).toEqual(['getCart', 'getOrder']);
    });
    act(() => {
      getByRole('button', { name: 'more' }).click();
    });
    expect(widget.functions['getCart']?.handler?.({}, {} as never)).toBe(2);
    rerender(<StrictMode>{chat}</StrictMode>);
    await waitFor(() => {
      expect(Object.keys(widget.functions)).toEqual(['getOrder']);
    });
  });
});
