import type { PanelHost } from '../panelHost';

/** A sentence for whoever does not look, when the chat opens by itself. */
export function createNote({ window, root }: PanelHost): (sentence: string) => void {
  const note = window.document.createElement('div');
  note.className = 'note';
  note.setAttribute('role', 'status');
  root.append(note);
  return (sentence) => {
    note.textContent = sentence;
  };
}
