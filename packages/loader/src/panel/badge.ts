import type { PanelHost } from '../panelHost';

/** Number and note for whoever does not look: unread messages on the launcher, and a sentence when the chat opens by itself. */
export function createBadge({ window, root, state, launcher }: PanelHost): { show: () => void; say: (sentence: string) => void } {
  const badge = window.document.createElement('span');
  badge.className = 'badge';
  badge.setAttribute('part', 'badge');
  badge.setAttribute('aria-hidden', 'true');
  const note = window.document.createElement('div');
  note.className = 'note';
  note.setAttribute('role', 'status');
  root.append(note);
  return {
    show() {
      const button = launcher();
      if (state.isOpen || state.unread < 1 || !button) {
        badge.remove();
        return;
      }
      badge.textContent = state.unread > 99 ? '99+' : String(state.unread);
      button.append(badge);
      button.setAttribute('aria-label', `${state.config.buttonTitle ?? 'Open chat'} (${badge.textContent})`);
    },
    say(sentence) { note.textContent = sentence; },
  };
}
