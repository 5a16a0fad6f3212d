/** Marks a displayed question that has not been sent yet. */
const WAITS = 'waits';
/** Storage key of a question, which survives the reload that follows a failed script. One per address. */
const KEPT = 'sotto:first-question:';

/**
 * Lets the facade accept a question at any moment, from its box or a suggestion. The question is shown as entered, and
 * the chat is started and notified. Before this script runs, the same form sends the question to the server, which
 * returns the page with it.
 */
export function startFacade(chat: HTMLElement): void {
  const form = chat.querySelector<HTMLFormElement>('[data-facade-form]');
  const field = chat.querySelector<HTMLTextAreaElement>('[data-facade-text]');
  if (!form || !field) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const suggestion = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
    const text = (suggestion === '' ? field.value : suggestion).trim();
    // One question at a time: what is written after it moves into the chat's box.
    if (field.readOnly || isAsked(chat)) return;
    if (text === '') {
      field.focus();
      return;
    }
    if (suggestion === '') field.value = '';
    ask(chat, text);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  });
  // Not `:hover`, which stays set after a touch.
  form.addEventListener('pointermove', ({ target, pointerType }) => {
    mark(chat, 'aimed', pointerType === 'mouse' && target instanceof Element && target.closest('.starter') !== null);
  });
  form.addEventListener('pointerleave', () => {
    mark(chat, 'aimed', false);
  });
  field.addEventListener('compositionstart', () => {
    mark(chat, 'composing', true);
  });
  field.addEventListener('compositionend', () => {
    mark(chat, 'composing', false);
  });

  const before = keep(null) ?? '';
  if (isAsked(chat)) ask(chat, shownAs(chat)?.textContent ?? '');
  else if (field.value === '') field.value = before;
}

function ask(chat: HTMLElement, text: string): void {
  showAsked(chat, text);
  keep(text);
  chat.dispatchEvent(new Event('sotto:start'));
  chat.dispatchEvent(new Event('sotto:asked'));
}

/** Returns the pending question; the caller now has to send it. */
export function takeQuestion(chat: HTMLElement): string | undefined {
  const shown = shownAs(chat);
  if (shown?.dataset[WAITS] === undefined) return undefined;
  delete shown.dataset[WAITS];
  keep(null);
  // Otherwise reloading the response to a form would send the question again.
  history.replaceState(history.state, '', location.href);
  return shown.textContent;
}

/** The chat cannot be loaded: puts the question back into the box, where it can be copied, and accepts no more. */
export function closeFacade(chat: HTMLElement): void {
  const field = chat.querySelector<HTMLTextAreaElement>('[data-facade-text]');
  const question = takeQuestion(chat);
  showAsked(chat, '');
  if (field) {
    if (question !== undefined) field.value = [question, field.value].filter((text) => text !== '').join('\n');
    field.readOnly = true;
    field.disabled = field.value === '';
  }
  for (const button of chat.querySelectorAll<HTMLButtonElement>('.chat-facade button')) button.disabled = true;
}

/**
 * Whether the user is in the middle of an action that a layout shift would disturb: a press, aiming at a suggestion, or
 * composing a word.
 */
export function isFacadeInUse(chat: HTMLElement): boolean {
  if (isAsked(chat)) return false;
  const { composing, aimed } = chat.dataset;
  return (
    composing !== undefined ||
    aimed !== undefined ||
    chat.querySelector('.chat-facade :is(:active, .starter:focus-visible)') !== null
  );
}

function mark(chat: HTMLElement, name: 'aimed' | 'composing', isSo: boolean): void {
  if (isSo) chat.dataset[name] = '';
  else delete chat.dataset[name];
}

function showAsked(chat: HTMLElement, text: string): void {
  const shown = shownAs(chat);
  if (!shown) return;
  shown.textContent = text;
  if (text !== '') shown.dataset[WAITS] = '';
}

function shownAs(chat: HTMLElement): HTMLElement | null {
  return chat.querySelector<HTMLElement>('[data-facade-asked]');
}

function isAsked(chat: HTMLElement): boolean {
  return (shownAs(chat)?.textContent ?? '') !== '';
}

/** @param text - null to delete it. @returns the previous value; null without storage */
function keep(text: string | null): string | null {
  try {
    const key = KEPT + location.pathname;
    const before = sessionStorage.getItem(key);
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    return before;
  } catch {
    return null;
  }
}
