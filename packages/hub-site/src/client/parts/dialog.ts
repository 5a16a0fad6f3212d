/** One button of a dialog. */
export interface DialogAction {
  readonly label: string;
  readonly isQuiet?: boolean;
  readonly run: () => void;
}

/** A question in front of the page. The browser keeps the focus inside, Escape closes it, and the focus returns. */
export function openDialog({ title, text }: { title: string; text: string }) {
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
  dialog.addEventListener('close', () => { dialog.remove(); });
  document.body.append(dialog);
  dialog.showModal();
  return {
    /** @param part - how much is done, 0 to 1; undefined: no bar */
    say(words: string, part?: number): void {
      message.textContent = words;
      meter.hidden = part === undefined;
      if (part !== undefined) meter.value = part;
    },
    actions(list: readonly DialogAction[]): void {
      buttons.replaceChildren(...list.map(({ label, isQuiet = false, run }) => {
        const button = Object.assign(document.createElement('button'), { type: 'button', className: isQuiet ? 'button quiet' : 'button', textContent: label });
        button.addEventListener('click', run);
        return button;
      }));
      buttons.querySelector<HTMLElement>('.button:not(.quiet)')?.focus();
    },
    close(): void {
      dialog.close();
    },
    /** Told when it is gone, however. */
    onClose(then: () => void): void {
      dialog.addEventListener('close', then);
    },
  };
}
