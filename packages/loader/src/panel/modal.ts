import type { PanelHost } from '../panelHost';

interface CloseWatcherLike extends EventTarget {
  destroy(): void;
}

/** What a panel that covers the page does while it is open; a chunk of its own, as most panels float. Returns what undoes it. */
export function beModal(host: PanelHost, panel: HTMLElement): () => void {
  const letGo = [watchClosing(host), host.state.layout === 'popout' ? undefined : holdScreen(host, panel)];
  return () => { for (const undo of letGo) undo?.(); };
}

/** The platform's own wish to close: Android's back gesture, Escape. Escape inside the frame is the frame's business. */
function watchClosing(host: PanelHost): (() => void) | undefined {
  const { CloseWatcher } = host.window as { CloseWatcher?: new () => CloseWatcherLike };
  if (!CloseWatcher || host.state.config.back === 'off' || host.state.layout === 'fullscreen') return undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', () => { host.setOpen(false, 'back'); });
  return () => { watcher.destroy(); };
}

/** Keeps a full-screen panel inside what the keyboard leaves free, and the page behind it still. Returns what undoes it. */
function holdScreen({ window }: PanelHost, panel: HTMLElement): () => void {
  const page = window.document.documentElement;
  const viewport = window.visualViewport;
  let frameId = 0;
  const follow = (): void => {
    frameId ||= window.requestAnimationFrame(() => {
      frameId = 0;
      if (!viewport) return;
      panel.style.setProperty('--top', `${String(viewport.offsetTop)}px`);
      panel.style.setProperty('--height', `${String(viewport.height)}px`);
    });
  };
  // Counted on the page itself: two widgets, or two versions of this script, must not undo each other.
  const count = Number(page.dataset['sottoLocks'] ?? 0);
  if (count === 0) page.dataset['sottoOverflow'] = page.style.overflow;
  page.dataset['sottoLocks'] = String(count + 1);
  page.style.overflow = 'hidden';
  viewport?.addEventListener('resize', follow);
  viewport?.addEventListener('scroll', follow);
  follow();
  return () => {
    viewport?.removeEventListener('resize', follow);
    viewport?.removeEventListener('scroll', follow);
    window.cancelAnimationFrame(frameId);
    panel.style.removeProperty('--top');
    panel.style.removeProperty('--height');
    const left = Number(page.dataset['sottoLocks']) - 1;
    page.dataset['sottoLocks'] = String(left);
    if (left > 0) return;
    page.style.overflow = page.dataset['sottoOverflow'] ?? '';
    delete page.dataset['sottoLocks'];
    delete page.dataset['sottoOverflow'];
  };
}
