import { openDialog } from '../../browser/dialog';

/** Lifts an alert of the page over the page. */
export function mount(element: HTMLElement): void {
  const dialog = element.querySelector('dialog');
  if (!dialog) return;
  dialog.close();
  openDialog(dialog);
}
