import type { Message } from '../api/message';
import { LAYOUTS, type Layout } from '../config/layouts';
import type { ResolvedConfig } from '../config/configTypes';
import { isVisible, type ConversationState } from '../conversation/state';
import type { ViewState } from './viewState';

/** Where the layout of these settings stands and what belongs to it. */
export function readLayout(config: Pick<ResolvedConfig, 'layout'>): Layout {
  return LAYOUTS[config.layout];
}

/** The launcher [W-3]: floating layouts, unless the host hides it. */
export function showsLauncher(config: Pick<ResolvedConfig, 'layout' | 'hideButton'>): boolean {
  return readLayout(config).hasLauncher && !config.hideButton;
}

/** The hint beside the launcher [W-4]: popover and popout, on desktop, closed, with something to hint. */
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

/** The Start button in place of the text box [W-9]: while there is no message. */
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

/** The contact form [W-10]: when there are messages and a conversation, and nobody knows the visitor yet. */
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

/**
 * What a visitor sees of the conversation, in order: the settings' opening line, then the messages of a visible type.
 */
export function visibleMessages(
  config: Pick<ResolvedConfig, 'verbose'>,
  opening: readonly Message[],
  conversation: Pick<ConversationState, 'messages'>,
): readonly Message[] {
  return [...opening, ...conversation.messages.filter((message) => isVisible(message, config.verbose))];
}

/**
 * The messages that come from the settings, in the visitor's language (`view.words`): the text above the conversation
 * and the bot's opening line. They are never
 * sent; the server takes the opening line from its own settings.
 */
export function openingMessages({ intro, initial }: Pick<ViewState['words'], 'intro' | 'initial'>): readonly Message[] {
  return [
    ...(intro ? [{ id: 'intro', type: 'intro' as const, text: intro }] : []),
    ...(initial ? [{ id: 'initial', type: 'initial' as const, text: initial }] : []),
  ];
}
