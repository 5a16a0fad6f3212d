import { openDialog } from '../../browser/dialog';

/** A button of a dialog. */
export interface QuestionAction {
  readonly label: string;
  readonly isQuiet?: boolean;
  readonly run: () => void;
}

/** A modal question with buttons and an optional progress bar. */
export function openQuestion({ title, text }: { title: string; text: string }) {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  const heading = Object.assign(document.createElement('h2'), { id: 'dialog-title', textContent: title });
  const message = Object.assign(document.createElement('p'), { textContent: text });
  message.setAttribute('role', 'status');
  const meter = document.createElement('progress');
  meter.hidden = true;
  meter.setAttribute('aria-label', title);
  const buttons = Object.assign(document.createElement('div'), { className: 'actions' });
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(heading, message, meter, buttons);
  dialog.addEventListener('close', () => {
    dialog.remove();
  });
  document.body.append(dialog);
  // Without buttons, an operation is running.
  const { close } = openDialog(dialog, () => buttons.childElementCount > 0);
  return {
    /** @param part - progress from 0 to 1; undefined for no bar */
    setText(words: string, part?: number): void {
      message.textContent = words;
      meter.hidden = part === undefined;
      if (part !== undefined) meter.value = part;
    },
    actions(list: readonly QuestionAction[]): void {
      buttons.replaceChildren(
        ...list.map(({ label, isQuiet = false, run }) => {
          const button = Object.assign(document.createElement('button'), {
            type: 'button',
            className: isQuiet ? 'button quiet' : 'button',
            textContent: label,
          });
          button.addEventListener('click', run);
          return button;
        }),
      );
      buttons.querySelector<HTMLElement>('.button:not(.quiet)')?.focus();
    },
    close,
    /** Calls `then` when the dialog is closed, for any reason. */
    onClose(then: () => void): void {
      dialog.addEventListener('close', then);
    },
  };
}
