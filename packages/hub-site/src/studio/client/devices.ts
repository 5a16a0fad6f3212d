/** Desktop and phone: resizes the preview, and with it the widget's viewport. */
export function mount(element: HTMLElement): void {
  const stage = element.closest('.preview')?.querySelector<HTMLElement>('[data-stage]');
  const buttons = [...element.querySelectorAll<HTMLButtonElement>('[data-device]')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      if (stage) stage.dataset['stage'] = button.dataset['device'];
      for (const each of buttons) each.setAttribute('aria-pressed', String(each === button));
    });
  }
}
