/** How long the tick stays, in milliseconds (specification 9). */
const TICK_MS = 2_000;

/** Copy buttons; they copy the current text of the code box. */
export function mount(element: HTMLElement): void {
  for (const button of element.querySelectorAll<HTMLButtonElement>('[data-copy]')) button.hidden = false;
  element.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-copy]') : null;
    const code = button?.parentElement?.querySelector('code');
    if (!button || !code) return;
    void navigator.clipboard.writeText(code.textContent).then(
      () => {
        answer(button, 'Copied');
      },
      // If clipboard access is denied, the text is selected for copying by keyboard.
      () => {
        element.ownerDocument.getSelection()?.selectAllChildren(code);
      },
    );
  });
}

function answer(button: HTMLButtonElement, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, TICK_MS);
}
