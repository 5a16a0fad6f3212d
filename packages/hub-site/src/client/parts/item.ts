import { showNotice } from '../../browser/notices';
import { startFacade } from './firstQuestion';
import { startShare } from './share';

/** Activates the buttons of an item's page: Try Now, Try this, Copy, Share and Clone. */
export function mount(element: HTMLElement, props: Readonly<Record<string, unknown>>): void {
  const page = element.closest<HTMLElement>('.item-page') ?? document.body;
  const chat = page.querySelector<HTMLElement>('[data-island="chat"]');
  const box = (): HTMLTextAreaElement | null =>
    chat?.querySelector('.chat-place.ready textarea') ?? chat?.querySelector('[data-facade-text]') ?? null;

  const goToChat = (): void => {
    chat?.dispatchEvent(new Event('sotto:start'));
    chat?.scrollIntoView({
      block: 'center',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    box()?.focus({ preventScroll: true });
  };
  page.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[data-try-now]') && chat) {
      event.preventDefault();
      goToChat();
    }
    const text = target?.closest<HTMLElement>('[data-try]')?.dataset['try'];
    if (text !== undefined && chat) {
      goToChat();
      const field = chat.querySelector<HTMLTextAreaElement>('[data-facade-text]');
      if (field) field.value = text;
      page.dispatchEvent(new CustomEvent('sotto:try', { detail: text }));
    }
    const copy = target?.closest<HTMLButtonElement>('[data-copy]');
    if (copy) void copyCode(copy);
  });
  if (chat) startFacade(chat);
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-try], [data-copy]')) button.hidden = false;
  keepWhatIsWritten(page);
  showStickyButton(page, chat);
  startShare(page);
  startClone(page, props);
  openLinkedAbility(page);
}

/** Submitting a form while offline would show the browser's error page and lose the input. */
function keepWhatIsWritten(page: HTMLElement): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('.rating-form, .report form')) {
    form.addEventListener('submit', (event) => {
      if (navigator.onLine) return;
      event.preventDefault();
      showNotice('There is no connection. What you wrote is still here', 'error');
    });
  }
}

/** On phones, shows a link back to the chat while the chat is out of view. */
function showStickyButton(page: HTMLElement, chat: HTMLElement | null): void {
  const button = page.querySelector<HTMLElement>('.try-sticky');
  if (!button || !chat) return;
  new IntersectionObserver(([entry]) => {
    button.hidden = entry === undefined || entry.isIntersecting || entry.boundingClientRect.top > 0;
  }).observe(chat);
}

/** Clone confirms first; its code is loaded when the user requests it, or returns from signing in for it. */
function startClone(page: HTMLElement, props: Readonly<Record<string, unknown>>): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-clone]');
  if (!link) return;
  const open = (): void => {
    void import('./clone').then(
      ({ openClone }) => {
        openClone(props);
      },
      () => {
        showNotice('It could not be opened. Try again', 'error');
      },
    );
  };
  link.setAttribute('role', 'button');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    open();
  });
  if (new URLSearchParams(location.search).has('clone') && props['signedIn'] === true) open();
}

async function copyCode(button: HTMLButtonElement): Promise<void> {
  const code = button.closest('.code-block')?.querySelector('code')?.textContent ?? '';
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  } catch {
    // Clipboard failures are ignored (specification 8): the text can be selected.
  }
}

/** A link to an ability opens its instructions. */
function openLinkedAbility(page: HTMLElement): void {
  const target = location.hash.startsWith('#ability-')
    ? page.querySelector(`[id="${CSS.escape(decodeURIComponent(location.hash.slice(1)))}"] details`)
    : null;
  if (target instanceof HTMLDetailsElement) target.open = true;
}
