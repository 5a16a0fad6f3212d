import type { PanelHost } from '../panelHost';

/** Length and pitch of the two tones, in seconds and hertz. */
const TONES = [
  { at: 0, hertz: 660 },
  { at: 0.12, hertz: 880 },
] as const;
const TONE_SECONDS = 0.18;

/**
 * Notifies a visitor in another tab or window of new messages: a number in the tab's title, a short sound. Off unless the owner
 * wants it.
 *
 * One tab does it for the visitor: the tabs of a conversation receive the same message at the same moment, and a lock lets
 * one of them announce it.
 * Whichever tab it is read in, that one falls silent.
 */
export function createAttention({ window, element, signal }: Pick<PanelHost, 'window' | 'element' | 'signal'>): {
  show: (unread: number) => void;
} {
  const page = window.document;
  let title: string | undefined;
  let shown = '';
  let shownUnread = 0;
  let letGo: (() => void) | undefined;
  const name = `sotto:attention:${element.widgetId}`;

  function showTitle(unread: number): void {
    // The page may have set a new title meanwhile: ours is only the part in front.
    if (page.title !== shown) title = page.title;
    shown = unread > 0 ? `(${String(unread)}) ${title ?? ''}` : (title ?? '');
    if (page.title !== shown) page.title = shown;
    if (unread === 0) title = undefined;
  }
  /** Holds the visitor's one voice as long as something is unread. */
  async function speakAlone(action: () => void): Promise<void> {
    const { locks } = window.navigator as { locks?: LockManager };
    if (!locks || letGo) {
      action();
      return;
    }
    await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock || signal.aborted || shownUnread === 0) return;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      // Open no longer than something is unread: a page with an open channel may not be kept by the browser.
      const others = openChannel(window, name);
      others?.addEventListener('message', rest);
      action();
      await held;
      others?.close();
    });
  }
  const rest = (): void => {
    shownUnread = 0;
    letGo?.();
    letGo = undefined;
    if (title !== undefined) showTitle(0);
  };
  signal.addEventListener('abort', rest);

  return {
    show(unread) {
      const isMore = unread > shownUnread;
      if (unread === 0) {
        if (shownUnread > 0 && !letGo) announceToTabs(openChannel(window, name));
        rest();
        return;
      }
      shownUnread = unread;
      const { tabTitle, sound } = element.config;
      speakAlone(() => {
        if (tabTitle) showTitle(unread);
        if (sound && isMore) playTones(window);
      }).catch(() => undefined);
    },
  };
}

/** Between the tabs of one visitor; undefined where a page has no others, since it has no origin. */
function openChannel(window: Window & typeof globalThis, name: string): BroadcastChannel | undefined {
  const { BroadcastChannel: Channel } = window as { BroadcastChannel?: typeof BroadcastChannel };
  try {
    return Channel && new Channel(name);
  } catch {
    return undefined;
  }
}

/** It has been read here: the announcing tab stops. */
function announceToTabs(channel: BroadcastChannel | undefined): void {
  channel?.postMessage('read');
  channel?.close();
}

/**
 * Made here, so that no policy of the page needs to allow a file. A page that nobody has touched may not make a sound:
 * then there is none.
 */
function playTones(window: Window & typeof globalThis): void {
  const { AudioContext } = window as { AudioContext?: typeof globalThis.AudioContext };
  if (!AudioContext) return;
  const context = new AudioContext();
  if (context.state === 'suspended') {
    void context.close();
    return;
  }
  for (const { at, hertz } of TONES) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + at;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
    tone.addEventListener('ended', () => {
      if (at > 0) void context.close();
    });
  }
}
