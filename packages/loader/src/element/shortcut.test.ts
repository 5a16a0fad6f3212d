import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForShortcut } from './shortcut';

let ending: AbortController;
const onPress = vi.fn<() => void>();
beforeEach(() => {
  ending = new AbortController();
  onPress.mockClear();
  document.body.innerHTML =
    '<input><select></select><div contenteditable="true"></div><div contenteditable="false"></div>';
});
afterEach(() => {
  ending.abort();
  vi.restoreAllMocks();
});

/** @returns whether the key was taken from the page */
function press(init: KeyboardEventInit, target: EventTarget = document.body): boolean {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}
function listen(shortcut: string): void {
  listenForShortcut(window, shortcut, ending.signal, onPress);
}

describe('a key that opens and closes the chat', () => {
  it.each([
    ['F2', { key: 'F2' }],
    ['ctrl+k', { key: 'k', ctrlKey: true }],
    [' Ctrl + Shift + K ', { key: 'K', ctrlKey: true, shiftKey: true }],
    ['alt+c', { key: 'c', altKey: true }],
    ['meta+j', { key: 'j', metaKey: true }],
  ])('%s is heard and taken from the page', (shortcut, init) => {
    listen(shortcut);
    expect(press(init)).toBe(true);
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['another key', { key: 'j', ctrlKey: true }],
    ['no modifier', { key: 'k' }],
    ['one modifier more', { key: 'k', ctrlKey: true, altKey: true }],
    ['another modifier', { key: 'k', metaKey: true }],
    ['a key that is held down', { key: 'k', ctrlKey: true, repeat: true }],
    ['an input method', { key: 'k', ctrlKey: true, isComposing: true }],
  ])('is not %s', (_, init) => {
    listen('ctrl+k');
    expect(press(init)).toBe(false);
    expect(onPress).not.toHaveBeenCalled();
  });

  it.each([
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)', { metaKey: true }, { ctrlKey: true }],
    ['Mozilla/5.0 (X11; Linux x86_64)', { ctrlKey: true }, { metaKey: true }],
  ])('mod is the system’s own modifier: %s', (userAgent, own, other) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    listen('mod+k');
    expect(press({ key: 'k', ...other })).toBe(false);
    expect(press({ key: 'k', ...own })).toBe(true);
  });

  it('is left to text fields without a modifier, and taken from them with one', () => {
    listen('k');
    for (const field of document.body.children) {
      const isText = field.getAttribute('contenteditable') !== 'false';
      expect([field.outerHTML, press({ key: 'k' }, field)]).toEqual([field.outerHTML, !isText]);
    }
    ending.abort();
    ending = new AbortController();
    listen('ctrl+k');
    expect(press({ key: 'k', ctrlKey: true }, document.querySelector('input') ?? document)).toBe(true);
  });

  it('is not heard where the page has taken it, nor after the end', () => {
    listen('F2');
    const take = (event: Event): void => {
      event.preventDefault();
    };
    document.body.addEventListener('keydown', take, { once: true });
    press({ key: 'F2' });
    expect(onPress).not.toHaveBeenCalled();
    ending.abort();
    expect(press({ key: 'F2' })).toBe(false);
    expect(onPress).not.toHaveBeenCalled();
  });
});
