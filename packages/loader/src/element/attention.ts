import type { PanelHost } from '../panelHost';

/** Length and pitch of the two tones, in seconds and hertz. */
const TONES = [
  { at: 0, hertz: 660 },
  { at: 0.12, hertz: 880 },
] as const;
const TONE_SECONDS = 0.18;

/**
 * Notifies a visitor in another tab or window of new messages: a count in the tab's title and a short sound, if the
 * owner enables them.
 *
 * All tabs of a conversation receive a message at the same time, so a lock selects one of them to announce it.
 * Reading the message in any tab clears the announcement.
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
    // The page may have changed its title in the meantime; only the prefix is ours.
    if (page.title !== shown) title = page.title;
    shown = unread > 0 ? `(${String(unread)}) ${title ?? ''}` : (title ?? '');
    if (page.title !== shown) page.title = shown;
    if (unread === 0) title = undefined;
  }
  /** Held while something is unread, so that only one widget of the visitor plays a sound. */
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
      // Opened only while something is unread: an open channel can keep a page out of the back/forward cache.
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

/** Channel between the visitor's tabs; undefined for a page with an opaque origin, which cannot have one. */
function openChannel(window: Window & typeof globalThis, name: string): BroadcastChannel | undefined {
  const { BroadcastChannel: Channel } = window as { BroadcastChannel?: typeof BroadcastChannel };
  try {
    return Channel && new Channel(name);
  } catch {
    return undefined;
  }
}

/** The message was read here, so the announcing tab stops. */
function announceToTabs(channel: BroadcastChannel | undefined): void {
  channel?.postMessage('read');
  channel?.close();
}

/**
 * Generates the sound, so that the page's policy need not allow a file. Browsers block sound on a page the visitor
 * has not interacted with.
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
