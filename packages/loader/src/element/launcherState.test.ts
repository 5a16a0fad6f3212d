import { describe, expect, it } from 'vitest';
import type { LauncherElement } from '../elementTypes';
import type { WidgetState } from '../panelHost';
import { showLauncherState } from './launcherState';

function show(state: Partial<WidgetState>, launcher = document.createElement('button'), owner = {}): HTMLButtonElement {
  showLauncherState(
    { launcher, owner } as unknown as LauncherElement,
    {
      config: {},
      isOpen: false,
      unread: 0,
      notifications: {},
      words: { open: 'Open chat', close: 'Close chat' },
      ...state,
    } as WidgetState,
  );
  return launcher;
}
const badgeOf = (launcher: HTMLElement): string | undefined => launcher.querySelector('.badge')?.textContent;

describe('the launcher of a page', () => {
  it('says whether the chat is open, and what a press does', () => {
    const launcher = show({});
    expect(launcher.getAttribute('aria-expanded')).toBe('false');
    expect(launcher.getAttribute('aria-label')).toBe('Open chat');
    show({ isOpen: true }, launcher);
    expect(launcher.getAttribute('aria-expanded')).toBe('true');
    expect(launcher.getAttribute('aria-label')).toBe('Close chat');
  });

  it('counts unread messages and the page’s notes, in its badge and in its name', () => {
    const launcher = show({ unread: 2, notifications: { a: { text: 'A' }, gone: null } });
    expect(badgeOf(launcher)).toBe('3');
    expect(launcher.getAttribute('aria-label')).toBe('Open chat (3)');
  });

  it('counts nothing while the chat is open', () => {
    const launcher = show({ unread: 2 });
    show({ unread: 2, isOpen: true }, launcher);
    expect(badgeOf(launcher)).toBeUndefined();
    expect(launcher.getAttribute('aria-label')).toBe('Close chat');
  });

  it.each([
    [99, '99'],
    [100, '99+'],
  ])('writes %i as %s', (unread, shown) => {
    expect(badgeOf(show({ unread }))).toBe(shown);
  });

  it('has one badge and one cross, however often it is drawn', () => {
    const launcher = show({ unread: 1 });
    show({ unread: 2 }, launcher);
    expect(launcher.querySelectorAll('.badge')).toHaveLength(1);
    expect(launcher.querySelectorAll('.shut')).toHaveLength(1);
    expect(badgeOf(launcher)).toBe('2');
  });

  it('has the page’s name for it, else the owner’s', () => {
    const owner = { buttonTitle: 'Ask us' };
    expect(show({}, undefined, owner).getAttribute('aria-label')).toBe('Ask us');
    expect(show({ config: { buttonTitle: 'Help' } }, undefined, owner).getAttribute('aria-label')).toBe('Help');
  });
});
