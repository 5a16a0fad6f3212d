import { afterEach, describe, expect, it } from 'vitest';
import type { WidgetState } from '../panelHost';
import type { SottoChatElement } from '../types';
import { ENGLISH } from '../words/english';
import { createNotices } from './notices';

function setUp() {
  const host = document.body.appendChild(document.createElement('div'));
  const shadow = host.attachShadow({ mode: 'open' });
  const root = shadow.appendChild(document.createElement('div'));
  const launcher = root.appendChild(document.createElement('button'));
  const opened: unknown[] = [];
  const state = { notifications: {}, words: ENGLISH } as unknown as WidgetState;
  const element = {
    set notifications(value: WidgetState['notifications']) {
      show(value);
    },
  } as unknown as SottoChatElement;
  const notices = createNotices({
    window,
    root,
    shadow,
    launcher,
    state,
    element,
    setOpen: (...words) => {
      opened.push(words);
    },
  });
  function show(notifications: WidgetState['notifications']): void {
    state.notifications = notifications;
    notices.show();
  }
  const buttons = (): HTMLButtonElement[] => [...shadow.querySelectorAll<HTMLButtonElement>('.notice button')];
  return { shadow, launcher, opened, state, show, notices, buttons };
}

afterEach(() => {
  document.body.replaceChildren();
});

describe("the page's own notifications", () => {
  it('a press on one opens the chat; each can be taken away, and the focus goes on with the next one, at last with the launcher', () => {
    const { shadow, launcher, opened, show, buttons } = setUp();
    show({ sale: { text: 'Sale' }, news: { text: 'News' } });
    expect(buttons().map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
      'Sale',
      'Close',
      'News',
      'Close',
    ]);
    buttons()[0]?.click();
    expect(opened).toEqual([[true, 'peek', true]]);
    buttons()[1]?.focus();
    buttons()[1]?.click();
    expect(buttons().map((button) => button.textContent)).toEqual(['News', '×']);
    expect(shadow.activeElement).toBe(buttons()[1]);
    buttons()[1]?.click();
    expect(shadow.querySelector('.notices')).toBeNull();
    expect(shadow.activeElement).toBe(launcher);
  });

  it('the one with the focus stays the same when another comes, its text changes, or the language', () => {
    const { shadow, show, state, notices, buttons } = setUp();
    show({ sale: { text: 'Sale' } });
    const [sale, close] = buttons();
    sale?.focus();
    show({ sale: { text: 'Last day of the sale' }, news: { text: 'News' } });
    state.words = { ...ENGLISH, dismiss: 'Zu' };
    notices.show();
    expect(buttons().slice(0, 2)).toEqual([sale, close]);
    expect([sale?.textContent, close?.getAttribute('aria-label'), shadow.activeElement]).toEqual([
      'Last day of the sale',
      'Zu',
      sale,
    ]);
  });
});
