import { openDialog } from '../../browser/dialog';

/** Shows an alert of the page as a dialog. */
export function mount(element: HTMLElement): void {
  const dialog = element.querySelector('dialog');
  if (!dialog) return;
  dialog.close();
  openDialog(dialog);
}
