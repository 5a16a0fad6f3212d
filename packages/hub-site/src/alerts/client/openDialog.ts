import { ALERT_IN_MS, ALERT_OUT_MS } from '../alerts';

/** Opens a dialog over the page: it comes in 300 ms and goes in 200 ms, or at once where motion is unwanted. Escape, its cross and a click beside it close it [H-8]. */
export function openDialog(dialog: HTMLDialogElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const move = (frames: Keyframe[], duration: number): Animation => dialog.animate(frames, { duration: isStill ? 0 : duration, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'both' });
  const away: Keyframe = { opacity: 0, transform: 'translateY(8px)' };
  const there: Keyframe = { opacity: 1, transform: 'none' };
  const close = (event: Event): void => {
    event.preventDefault();
    void move([there, away], ALERT_OUT_MS).finished.then(() => { dialog.close(); });
  };
  dialog.showModal();
  move([away, there], ALERT_IN_MS);
  dialog.addEventListener('cancel', close);
  dialog.querySelector('form[method="dialog"]')?.addEventListener('submit', close);
  dialog.addEventListener('click', (event) => { if (event.target === dialog) close(event); });
}
