import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeEarlyKeys, TEXT_BOX_WAIT_MS } from './takeEarlyKeys';

let run = 0;
let root: HTMLElement;
beforeEach(async () => {
  document.body.innerHTML = '<div id="root"></div>';
  root = document.querySelector('#root') as HTMLElement;
  run += 1;
  // Each time anew: the script runs once for a page.
  await import(/* @vite-ignore */ `./earlyScript.ts?run=${String(run)}`);
});
afterEach(() => {
  document.dispatchEvent(new FocusEvent('focusin'));
  document.body.append(document.createElement('textarea'));
  document.querySelector('textarea')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  document.body.replaceChildren();
});

const press = (key: string, init: KeyboardEventInit = {}): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
const type = (text: string): void => {
  for (const key of text) press(key);
};

function draftOf(text: string) {
  const draft = { text, getState: () => ({ text: draft.text }), set: (next: string) => void (draft.text = next) };
  return draft;
}

describe('FW-8 keys that are typed before there is a text box', () => {
  it('come behind the draft, as they were corrected, without shortcuts', () => {
    type('Hullo');
    for (let step = 0; step < 4; step += 1) press('Backspace');
    type('ello');
    press('v', { ctrlKey: true });
    press('Shift');
    const draft = draftOf('Draft: ');
    root.append(document.createElement('textarea'));
    takeEarlyKeys({ draft } as never, root);
    expect(draft.text).toBe('Draft: Hello');
  });

  it('are kept while the chat is being drawn, in their order', async () => {
    type('Hel');
    const draft = draftOf('');
    takeEarlyKeys({ draft } as never, root);
    type('lo');
    root.append(document.createElement('div'));
    await Promise.resolve();
    type('!');
    expect(draft.text).toBe('');
    root.append(document.createElement('textarea'));
    await vi.waitFor(() => {
      expect(draft.text).toBe('Hello!');
    });
  });

  it('are given back to the page where no text box is drawn', () => {
    vi.useFakeTimers();
    takeEarlyKeys({ draft: draftOf('') } as never, root);
    expect(press('a')).toBe(false);
    vi.advanceTimersByTime(TEXT_BOX_WAIT_MS);
    expect(press('a')).toBe(true);
    vi.useRealTimers();
  });

  it('are sent once where Enter came after them, and nothing is added to them', async () => {
    press('Enter');
    type('Hello');
    press('Enter');
    press('Enter');
    type('again');
    const draft = draftOf('');
    const box = document.createElement('textarea');
    const pressed = vi.fn();
    box.addEventListener('keydown', pressed);
    root.append(box);
    takeEarlyKeys({ draft } as never, root);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([draft.text, pressed.mock.calls.length]).toEqual(['Hello', 1]);
  });

  it('lead to the text box that is there by then, until it has had the focus', () => {
    const box = document.createElement('textarea');
    root.append(box);
    takeEarlyKeys({ draft: draftOf('') } as never, root);
    expect(press('a')).toBe(true);
    expect(document.activeElement).toBe(box);
    box.blur();
    press('b');
    expect(document.activeElement).not.toBe(box);
  });
});
