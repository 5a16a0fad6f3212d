import type { PanelHost } from '../panelHost';

/** Message for screen readers when the chat opens by itself. */
export function createStatusMessage({ window, root }: PanelHost): (sentence: string) => void {
  const element = window.document.createElement('div');
  element.className = 'note';
  element.setAttribute('role', 'status');
  root.append(element);
  return (sentence) => {
    element.textContent = sentence;
  };
}
