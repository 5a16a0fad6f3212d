import { ALERT_IN_MS, ALERT_OUT_MS } from '../site/alerts';

/** A dialog over the page. */
export interface OpenDialog {
  /** Lets it go, in 200 ms. */
  readonly close: () => void;
}

/**
 * Opens a dialog over the page: it comes in 300 ms and goes in 200 ms, or at once where motion is unwanted. Escape, its
 * cross and a click beside it close it [H-8]. The browser keeps the focus inside, and brings it back.
 *
 * @param mayLeave - called before the user closes it; false while an operation is running that must not be interrupted
 */
export function openDialog(dialog: HTMLDialogElement, mayLeave: () => boolean = () => true): OpenDialog {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const move = (frames: Keyframe[], duration: number): Animation =>
    dialog.animate(frames, { duration: isStill ? 0 : duration, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'both' });
  const away: Keyframe = { opacity: 0, transform: 'translateY(8px)' };
  const there: Keyframe = { opacity: 1, transform: 'none' };
  const leave = (event: Event): void => {
    event.preventDefault();
    if (mayLeave()) close();
  };
  const close = (): void => {
    void move([there, away], ALERT_OUT_MS).finished.then(() => {
      dialog.close();
    });
  };
  dialog.showModal();
  move([away, there], ALERT_IN_MS);
  dialog.addEventListener('cancel', leave);
  dialog.querySelector('form[method="dialog"]')?.addEventListener('submit', leave);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) leave(event);
  });
  return { close };
}
