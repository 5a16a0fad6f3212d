import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazyPart';

const Word = ({ word }: { readonly word: string }) => <b>{word}</b>;
const ready = () =>
  act(async () => {
    await Promise.resolve();
  });

describe('a part that is loaded when it is first drawn', () => {
  it('has its place held until it is there, and is drawn at once the next time', async () => {
    const Part = lazyPart(() => Promise.resolve(Word), <i />);
    const first = render(<Part word="one" />);
    expect(first.container.innerHTML).toBe('<i></i>');
    await ready();
    expect(first.container.innerHTML).toBe('<b>one</b>');
    expect(render(<Part word="two" />).container.innerHTML).toBe('<b>two</b>');
  });

  it('says that it did not come, and is tried again when it is drawn anew', async () => {
    const load = vi.fn<() => Promise<typeof Word>>(() => Promise.reject(new Error('offline')));
    const Part = lazyPart(load, <i />);
    const onMissing = vi.fn();
    render(<Part word="one" onMissing={onMissing} />);
    await ready();
    expect(onMissing).toHaveBeenCalledOnce();
    load.mockResolvedValue(Word);
    const second = render(<Part word="two" onMissing={onMissing} />);
    await ready();
    expect(second.container.innerHTML).toBe('<b>two</b>');
    expect(onMissing).toHaveBeenCalledOnce();
  });

  it('takes a page from the server over as it is, although it has been loaded since', async () => {
    const Part = lazyPart(() => Promise.resolve(Word), <i />);
    const container = document.createElement('div');
    container.innerHTML = renderToString(<Part word="one" />);
    render(<Part word="elsewhere" />);
    await ready();
    const onRecoverableError = vi.fn();
    const root = await act(() => hydrateRoot(container, <Part word="one" />, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(container.innerHTML).toBe('<b>one</b>');
    act(() => {
      root.unmount();
    });
  });
});
