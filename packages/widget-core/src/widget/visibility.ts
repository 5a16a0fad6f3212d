import type { Message } from '../api/message';
import { LAYOUTS, type Layout } from '../config/layouts';
import type { ResolvedConfig } from '../config/configTypes';
import { isVisible, type ConversationState } from '../conversation/state';
import type { ViewState } from './viewState';

/** The layout for these settings. */
export function readLayout(config: Pick<ResolvedConfig, 'layout'>): Layout {
  return LAYOUTS[config.layout];
}

/** Whether the launcher is shown [W-3]: for floating layouts, unless the host hides it. */
export function showsLauncher(config: Pick<ResolvedConfig, 'layout' | 'hideButton'>): boolean {
  return readLayout(config).hasLauncher && !config.hideButton;
}

/**
 * Whether the peek beside the launcher is shown [W-4]: for popover and popout, on desktop, while closed, if there is a
 * message to preview.
 */
export function showsPeek(
  config: Pick<ResolvedConfig, 'layout' | 'messagePeek'>,
  view: Pick<ViewState, 'isOpen' | 'media' | 'peekMessageId'>,
): boolean {
  return (
    config.messagePeek &&
    readLayout(config).hasPeek &&
    !view.isOpen &&
    !view.media.mobile &&
    view.peekMessageId !== undefined
  );
}

/** Whether the Start button replaces the text box [W-9]: while there are no messages. */
export function showsStartFirst(
  config: Pick<ResolvedConfig, 'startFirst' | 'disabled'>,
  conversation: ConversationState,
): boolean {
  return (
    config.startFirst &&
    !config.disabled &&
    !conversation.isLoading &&
    conversation.messages.length === 0 &&
    !conversation.reply &&
    !conversation.failure
  );
}

/** Whether the contact form is shown [W-10]: with messages and a conversation, while the visitor is unknown. */
export function showsContactForm(
  config: Pick<ResolvedConfig, 'contactCollection' | 'disabled'>,
  conversation: Pick<ConversationState, 'messages' | 'conversationId'>,
  view: Pick<ViewState, 'contact'>,
): boolean {
  return (
    config.contactCollection &&
    !config.disabled &&
    conversation.messages.length > 0 &&
    conversation.conversationId !== undefined &&
    view.contact === null
  );
}

/** Whether the maximize button is shown: popover on desktop. */
export function showsMaximize(
  config: Pick<ResolvedConfig, 'layout' | 'maximize'>,
  view: Pick<ViewState, 'media'>,
): boolean {
  return config.maximize && readLayout(config).canMaximize && !view.media.mobile;
}

/** The messages that a visitor sees, in order: the opening message of the settings, then the visible messages. */
export function visibleMessages(
  config: Pick<ResolvedConfig, 'verbose'>,
  opening: readonly Message[],
  conversation: Pick<ConversationState, 'messages'>,
): readonly Message[] {
  return [...opening, ...conversation.messages.filter((message) => isVisible(message, config.verbose))];
}

/**
 * The intro text and the bot's opening message from the settings, in the visitor's language (`view.words`). They are
 * never sent; the server reads the opening message from its own settings.
 */
export function openingMessages({ intro, initial }: Pick<ViewState['words'], 'intro' | 'initial'>): readonly Message[] {
  return [
    ...(intro ? [{ id: 'intro', type: 'intro' as const, text: intro }] : []),
    ...(initial ? [{ id: 'initial', type: 'initial' as const, text: initial }] : []),
  ];
}
