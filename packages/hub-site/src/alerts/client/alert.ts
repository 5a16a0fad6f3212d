import { ALERT_IN_MS, ALERT_OUT_MS } from '../alerts';

/** Lifts an alert of the page over the page: a modal dialog that comes in 300 ms and goes in 200 ms, or at once where motion is unwanted [H-8]. */
export function mount(element: HTMLElement): void {
  const dialog = element.querySelector('dialog');
  const view = element.ownerDocument.defaultView;
  if (!dialog || !view) return;
  const isStill = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const move = (frames: Keyframe[], duration: number): Animation => dialog.animate(frames, { duration: isStill ? 0 : duration, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'both' });
  const away: Keyframe = { opacity: 0, transform: 'translateY(8px)' };
  const there: Keyframe = { opacity: 1, transform: 'none' };

  const close = (): void => {
    void move([there, away], ALERT_OUT_MS).finished.then(() => { dialog.close(); });
  };
  dialog.close();
  dialog.showModal();
  move([away, there], ALERT_IN_MS);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  dialog.querySelector('form[method="dialog"]')?.addEventListener('submit', (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener('click', (event) => { if (event.target === dialog) close(); });
}
