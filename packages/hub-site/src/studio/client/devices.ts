/**
 * Shows the preview as a desktop screen, as a phone, or as the corner of the desktop screen at its real size. The page
 * inside always has the full width of its screen, which is scaled to the room there is.
 */
export function mount(element: HTMLElement): void {
  const stage = element.closest('.preview')?.querySelector<HTMLElement>('[data-stage]');
  const frame = stage?.querySelector('iframe');
  if (!stage || !frame) return;
  const buttons = [...element.querySelectorAll<HTMLButtonElement>('[data-device]')];
  const fit = (): void => {
    const isClose = stage.dataset['stage'] === 'close';
    const edges = 2 * Number.parseFloat(getComputedStyle(stage).paddingTop);
    const scale = Math.min(
      1,
      (stage.clientWidth - edges) / frame.offsetWidth,
      (stage.clientHeight - edges) / frame.offsetHeight,
    );
    stage.style.setProperty('--scale', String(isClose ? 1 : scale));
    if (isClose) scrollToChat(stage);
  };
  const choose = (device: string | undefined): void => {
    stage.dataset['stage'] = device;
    for (const each of buttons) each.setAttribute('aria-pressed', String(each.dataset['device'] === device));
    fit();
  };
  for (const button of buttons)
    button.addEventListener('click', () => {
      choose(button.dataset['device']);
    });
  if (matchMedia('(max-width: 600px)').matches) choose('phone');
  new ResizeObserver(fit).observe(stage);
}

/** The corner that the chat is in. */
function scrollToChat(stage: HTMLElement): void {
  const { value = '' } = stage.ownerDocument.querySelector<HTMLSelectElement>('select[name="position"]') ?? {};
  stage.scrollTo({
    left: value.endsWith('left') ? 0 : stage.scrollWidth,
    top: value.startsWith('top') ? 0 : stage.scrollHeight,
  });
}
