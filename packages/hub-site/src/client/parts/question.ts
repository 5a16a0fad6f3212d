import { openDialog } from '../../browser/dialog';

/** One button of a question. */
export interface QuestionAction {
  readonly label: string;
  readonly isQuiet?: boolean;
  readonly run: () => void;
}

/** A question in front of the page, with buttons and, while something goes on, how far it is. */
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
  // Without a button nothing can be chosen: something runs.
  const { close } = openDialog(dialog, () => buttons.childElementCount > 0);
  return {
    /** @param part - how much is done, 0 to 1; undefined: no bar */
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
    /** Calls `then` when the dialog is closed, in whichever way. */
    onClose(then: () => void): void {
      dialog.addEventListener('close', then);
    },
  };
}
