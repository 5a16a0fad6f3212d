import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadPage } from './reloadPage';
import { takeFirstScreen, TEXT_BOX_WAIT_MS } from './takeFirstScreen';

let run = 0;
let root: HTMLElement;
async function load(html = '', widget?: string): Promise<void> {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  root = document.querySelector('#root') as HTMLElement;
  if (widget !== undefined) document.documentElement.dataset['drawn'] = widget;
  run += 1;
  // Each time anew: the script runs once for a page.
  await import(/* @vite-ignore */ `./firstScript.ts?run=${String(run)}`);
}
afterEach(() => {
  window.sottoFirst?.stop();
  document.body.append(document.createElement('textarea'));
  document.querySelector('textarea')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  document.body.replaceChildren();
  delete document.documentElement.dataset['drawn'];
  localStorage.clear();
});

const press = (key: string, init: KeyboardEventInit = {}): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
const type = (text: string): void => {
  for (const key of text) press(key);
};
const draw = (tag: string) => (): void => {
  root.append(document.createElement(tag));
};

function draftOf(text: string) {
  const draft = { text, getState: () => ({ text: draft.text }), set: (next: string) => void (draft.text = next) };
  return draft;
}

describe('FW-8 keys that are typed before there is a text box', () => {
  beforeEach(() => load());

  it('come behind the draft, as they were corrected, without shortcuts', () => {
    type('Hullo');
    for (let step = 0; step < 4; step += 1) press('Backspace');
    type('ello');
    press('v', { ctrlKey: true });
    press('Shift');
    const draft = draftOf('Draft: ');
    takeFirstScreen({ draft } as never, root, draw('textarea'));
    expect(draft.text).toBe('Draft: Hello');
  });

  it('are kept while the chat is being drawn, in their order', async () => {
    type('Hel');
    const draft = draftOf('');
    takeFirstScreen({ draft } as never, root, () => undefined);
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
    takeFirstScreen({ draft: draftOf('') } as never, root, () => undefined);
    expect(press('a')).toBe(false);
    vi.advanceTimersByTime(TEXT_BOX_WAIT_MS);
    expect(press('a')).toBe(true);
    vi.useRealTimers();
  });

  it('are sent once where Enter came after them; what was typed behind that is the next draft', async () => {
    press('Enter');
    type('Hello');
    press('Enter');
    press('Enter');
    type('againn');
    press('Backspace');
    const draft = draftOf('');
    const box = document.createElement('textarea');
    const pressed = vi.fn(() => {
      draft.set('');
    });
    box.addEventListener('keydown', pressed);
    takeFirstScreen({ draft } as never, root, () => {
      root.append(box);
    });
    expect(draft.text).toBe('Hello');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([draft.text, pressed.mock.calls.length]).toEqual(['again', 1]);
  });

  it('lead to the text box that is there by then, until it has had the focus', () => {
    takeFirstScreen({ draft: draftOf('') } as never, root, draw('textarea'));
    const box = root.querySelector('textarea');
    expect(press('a')).toBe(true);
    expect(document.activeElement).toBe(box);
    box?.blur();
    press('b');
    expect(document.activeElement).not.toBe(box);
  });
});

const DRAWN =
  '<button class="sotto-chip">How?</button>' +
  '<form><textarea></textarea><button type="submit" class="sotto-send" disabled></button></form>';

describe('FW-8 a chat that was drawn on the server', () => {
  beforeEach(() => {
    vi.stubGlobal('SpeechRecognition', class {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('has no microphone where the browser cannot listen', async () => {
    vi.unstubAllGlobals();
    const replace = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync');
    await load(DRAWN, 'demo');
    expect(replace.mock.calls).toEqual([['.sotto-voice{display:none}']]);
    replace.mockRestore();
  });

  it('hands its text over before the application is drawn, and what was pressed after that, once', async () => {
    await load(DRAWN, 'demo');
    const [box, chip] = [root.querySelector('textarea'), root.querySelector<HTMLElement>('.sotto-chip')];
    const pressed = vi.fn();
    chip?.addEventListener('click', pressed);
    chip?.click();
    chip?.click();
    expect(pressed).not.toHaveBeenCalled();
    if (box) box.value = 'typed';
    const draft = draftOf('Draft, ');
    let drawnWith = '';
    takeFirstScreen({ draft } as never, root, () => {
      drawnWith = draft.text;
    });
    expect([drawnWith, pressed.mock.calls.length]).toEqual(['Draft, typed', 1]);
    chip?.click();
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it('enables Send with the first text, and takes a press of it as Enter', async () => {
    await load(DRAWN, 'demo');
    const box = root.querySelector('textarea') as HTMLTextAreaElement;
    const send = root.querySelector('.sotto-send') as HTMLButtonElement;
    box.value = ' ';
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    expect(send.disabled).toBe(true);
    box.value = 'Hi';
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    expect(send.disabled).toBe(false);
    send.click();
    expect([window.sottoFirst?.stop()]).toMatchObject([{ text: 'Hi', isSent: true, next: '' }]);
  });

  it.each([
    ['a conversation of this widget', 'sotto:demo:day-2026-11-25:session', '{}', /sotto-messages\{visibility:hidden\}/],
    ['another language picked', 'sotto:demo:language', '{"v":1,"value":"de"}', /#root\{visibility:hidden\}/],
    ['a conversation of another widget', 'sotto:other:day-2026-11-25:session', '{}', undefined],
    ['the same language picked', 'sotto:demo:language', '{"v":1,"value":"en"}', undefined],
  ])('with %s', async (_, key, value, rule) => {
    document.documentElement.lang = 'en';
    localStorage.setItem(key, value);
    const rules: string[] = [];
    const replace = vi
      .spyOn(CSSStyleSheet.prototype, 'replaceSync')
      .mockImplementation((text) => void rules.push(text));
    await load(DRAWN, 'demo');
    replace.mockRestore();
    expect(rules).toEqual(rule === undefined ? [] : [expect.stringMatching(rule)]);
    window.sottoFirst?.stop();
    expect(document.adoptedStyleSheets).toEqual([]);
  });

  it('reads nothing that is stored where the server has drawn nothing: a page may wait for consent', async () => {
    const read = vi.spyOn(Storage.prototype, 'getItem');
    await load();
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

describe('W-1 a page that could not start and is loaded anew', () => {
  afterEach(() => {
    history.replaceState(null, '');
  });

  it.each([
    ['nothing', '', 'Hello wor'],
    ['what was kept in its storage', 'Hello', 'Hello wor'],
    ['another text', 'Draft. ', 'Draft. Hello wor'],
  ])('has what was written before, where the draft is %s', async (_, known, expected) => {
    history.replaceState({ text: 'Hello w', isSent: false, next: '' }, '');
    await load(DRAWN, 'demo');
    const box = root.querySelector('textarea') as HTMLTextAreaElement;
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(box.value).toBe('Hello w');
    expect((root.querySelector('.sotto-send') as HTMLButtonElement).disabled).toBe(false);
    box.value += 'or';
    const draft = draftOf(known);
    takeFirstScreen({ draft } as never, root, () => undefined);
    expect([draft.text, history.state]).toEqual([expected, null]);
  });

  it.each(['Hel', ''])('has it as it was changed meanwhile, here to "%s", and not twice', async (changed) => {
    history.replaceState({ text: 'Hello', isSent: false, next: '' }, '');
    await load(DRAWN, 'demo');
    document.dispatchEvent(new Event('DOMContentLoaded'));
    const box = root.querySelector('textarea') as HTMLTextAreaElement;
    box.value = changed;
    const draft = draftOf('Hello');
    takeFirstScreen({ draft } as never, root, () => undefined);
    expect(draft.text).toBe(changed);
  });

  it('sends what was sent before', async () => {
    history.replaceState({ text: 'Hello', isSent: true, next: 'And now?' }, '');
    await load(DRAWN, 'demo');
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(window.sottoFirst?.stop()).toMatchObject({ text: 'Hello', isSent: true, next: 'And now?' });
  });

  it('keeps what is written for the next page', () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    reloadPage(location.href, { text: 'Hello', isSent: true });
    expect([history.state, reload.mock.calls.length]).toEqual([{ text: 'Hello', isSent: true, next: '' }, 1]);
    reload.mockRestore();
  });
});

describe('W-38 messages of a page that embeds the frame itself', () => {
  const post = (data: string, source: Window | null = window.parent): boolean =>
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://shop.example', source }));
  const listen = () => {
    const seen: unknown[] = [];
    const listener = ({ data, origin, source }: MessageEvent): void => {
      seen.push([data, origin, source === window.parent]);
    };
    window.addEventListener('message', listener);
    return { seen, end: () => void window.removeEventListener('message', listener) };
  };
  beforeEach(() => {
    vi.stubGlobal('parent', document.createElement('iframe'));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    history.replaceState(null, '', location.pathname);
  });

  it('that come before the application listens are dispatched to it, once and in their order', async () => {
    await load();
    post('first');
    post('of another window', null);
    post('second');
    const { seen, end } = listen();
    window.sottoFirst?.forward();
    post('third');
    window.sottoFirst?.forward();
    end();
    expect(seen).toEqual([
      ['first', 'https://shop.example', true],
      ['second', 'https://shop.example', true],
      ['third', 'https://shop.example', true],
    ]);
  });

  it('are left to the handshake where a loader embeds it', async () => {
    history.replaceState(null, '', '?v=2');
    await load();
    post('init');
    const { seen, end } = listen();
    window.sottoFirst?.forward();
    end();
    expect(seen).toEqual([]);
  });
});
