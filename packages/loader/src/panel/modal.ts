import type { PanelHost } from '../panelHost';
import { readVisible } from './phone';

interface CloseWatcherLike extends EventTarget {
  destroy(): void;
}

/** Behaviour of a panel that covers the page while it is open. Returns a function that undoes it. */
export function beModal(host: PanelHost, panel: HTMLElement): () => void {
  const letGo = [
    watchClosing(host),
    keepFocus(host, panel),
    followScreen(host, panel),
    host.state.layout === 'popout' && !panel.classList.contains('phone') ? undefined : holdPage(host),
  ];
  return () => {
    for (const undo of letGo) undo?.();
  };
}

/**
 * Handles requests to go back: Android's gesture and Escape through the platform's close watcher, or the browser's
 * back button with `back="history"`. Escape inside the frame is handled by the frame.
 */
function watchClosing(host: PanelHost): (() => void) | undefined {
  const { back } = host.state.config;
  if (back === 'off') return undefined;
  if (back === 'history') return holdHistory(host);
  const { CloseWatcher } = host.window as { CloseWatcher?: new () => CloseWatcherLike };
  if (!CloseWatcher) return undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', () => {
    host.setOpen(false, 'back');
  });
  return () => {
    watcher.destroy();
  };
}

/**
 * Adds a history entry while the panel is open, and removes it if the panel is closed in another way. Off by default,
 * because routers use history too.
 */
function holdHistory(host: PanelHost): () => void {
  const { window } = host;
  const { history } = window;
  const mark = `sotto-${String(Math.random()).slice(2)}`;
  const isOurs = (): boolean => (history.state as { sotto?: string } | null)?.sotto === mark;
  history.pushState({ ...(history.state as object | null), sotto: mark }, '');
  const onPop = (): void => {
    if (!isOurs()) host.setOpen(false, 'back');
  };
  window.addEventListener('popstate', onPop);
  return () => {
    window.removeEventListener('popstate', onPop);
    if (isOurs()) history.back();
  };
}

/**
 * Keeps the Tab key inside: elements before and after the frame return the focus to it. The page is not made inert.
 */
function keepFocus({ window }: PanelHost, panel: HTMLElement): () => void {
  const makeStop = (): HTMLElement => {
    const stop = window.document.createElement('span');
    stop.tabIndex = 0;
    stop.addEventListener('focus', () => {
      panel.querySelector('iframe')?.focus({ preventScroll: true });
    });
    return stop;
  };
  const stops = [makeStop(), makeStop()] as const;
  panel.prepend(stops[0]);
  panel.append(stops[1]);
  return () => {
    for (const stop of stops) stop.remove();
  };
}

/** Keeps a full-screen panel inside the area that the keyboard leaves free. Returns a function that undoes it. */
function followScreen({ window }: PanelHost, panel: HTMLElement): () => void {
  const viewport = window.visualViewport;
  let frameId = 0;
  const follow = (): void => {
    frameId ||= window.requestAnimationFrame(() => {
      frameId = 0;
      const visible = readVisible(window);
      if (!visible) return;
      panel.style.setProperty('--top', `${String(visible.top)}px`);
      panel.style.setProperty('--height', `${String(visible.height)}px`);
    });
  };
  viewport?.addEventListener('resize', follow);
  viewport?.addEventListener('scroll', follow);
  follow();
  return () => {
    viewport?.removeEventListener('resize', follow);
    viewport?.removeEventListener('scroll', follow);
    window.cancelAnimationFrame(frameId);
    panel.style.removeProperty('--top');
    panel.style.removeProperty('--height');
  };
}

/** Keeps the page still. Returns a function that undoes it. */
function holdPage({ window }: PanelHost): () => void {
  const page = window.document.documentElement;
  // Counted on the page itself: two widgets, or two versions of this script, must not undo each other.
  const count = Number(page.dataset['sottoLocks'] ?? 0);
  if (count === 0) page.dataset['sottoOverflow'] = page.style.overflow;
  page.dataset['sottoLocks'] = String(count + 1);
  page.style.overflow = 'hidden';
  return () => {
    const left = Number(page.dataset['sottoLocks']) - 1;
    page.dataset['sottoLocks'] = String(left);
    if (left > 0) return;
    page.style.overflow = page.dataset['sottoOverflow'] ?? '';
    delete page.dataset['sottoLocks'];
    delete page.dataset['sottoOverflow'];
  };
}
