import { isFacadeInUse, takeQuestion } from './firstQuestion';

/** The chat that replaces the facade. */
interface Chat {
  readonly conversation: { send(options: { readonly message: string }): Promise<unknown> };
  readonly draft: { set(text: string): void };
}

/** Maximum number of frames to wait until the chat is rendered and its composer appears. */
const FRAMES_TO_WAIT = 600;

/**
 * Replaces the facade with the chat. A question that was asked there, now or before the chat is ready, is sent at once
 * and once; a draft moves along with the cursor. The facade stays until the chat has content to show and the user is
 * not about to press a control in it.
 *
 * @param isStyled - whether the chat's styles have come
 */
export function takeOver(element: HTMLElement, place: HTMLElement, chat: Chat, isStyled: () => boolean): void {
  const facade = element.querySelector<HTMLElement>('.chat-facade');
  const typed = element.querySelector<HTMLTextAreaElement>('[data-facade-text]');
  const send = (): void => {
    const question = takeQuestion(element);
    // Failures are shown at the message, with a retry.
    if (question !== undefined) chat.conversation.send({ message: question }).catch(() => undefined);
  };
  const change = (): void => {
    const hadFocus = facade?.contains(document.activeElement) === true;
    if (facade) facade.hidden = true;
    place.inert = false;
    place.classList.add('ready');
    if (hadFocus) focusComposer(element);
    const draft = typed?.value ?? '';
    // Keep a trailing space: the user is in the middle of a sentence.
    if (draft.trim() !== '') chat.draft.set(draft);
  };
  element.addEventListener('sotto:asked', send);
  send();
  when(
    () => isStyled() && isDrawn(place),
    FRAMES_TO_WAIT,
    () => {
      when(() => !isFacadeInUse(element), Infinity, change);
    },
  );
}

/** Keeps the cursor where the user was typing. */
export function focusComposer(element: HTMLElement): void {
  const composer = (): HTMLTextAreaElement | null => element.querySelector('.chat-place.ready textarea');
  when(
    () => composer() !== null,
    FRAMES_TO_WAIT,
    () => {
      composer()?.focus({ preventScroll: true });
    },
  );
}

/** The composer exists and its texts have been parsed, so that suggestions are buttons. */
function isDrawn(place: HTMLElement): boolean {
  return place.querySelector('textarea') !== null && place.querySelector('.sotto-plain-wait') === null;
}

/** Runs an action once a condition holds, checked before each frame, or after a maximum number of frames. */
function when(holds: () => boolean, frames: number, then: () => void): void {
  if (frames <= 0 || holds()) then();
  else
    requestAnimationFrame(() => {
      when(holds, frames - 1, then);
    });
}
