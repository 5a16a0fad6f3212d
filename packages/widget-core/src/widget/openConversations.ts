import type { Message } from '../api/message';
import type { ResolvedConfig } from '../config/resolveConfig';
import type { SessionKey } from '../session/sessionKey';
import { createOwnSource, type SessionSource } from '../session/sessionSource';
import { createHttpClient } from '../transport/httpClient';
import type { Conversation } from '../conversation/conversation';
import { openConversation } from '../conversation/openConversation';
import { describeSession } from './describeSession';
import type { WidgetCore } from './widgetCore';

/** The conversation that is open now. Another day, or another session text, is another conversation. */
export interface OpenConversations {
  readonly current: () => Conversation;
  /** Opens another one when the session key has changed; one that is being answered is not cut. */
  readonly reopenIfOver: () => void;
}

/** @see OpenConversations */
export function createOpenConversations(core: WidgetCore): OpenConversations {
  let sessionKey = core.readSessionKey();
  let current = open(core, sessionKey);
  current.start(readInitial(core.config.getState()));

  return {
    current: () => current,
    reopenIfOver() {
      const next = core.readSessionKey();
      if (next.name === sessionKey.name || core.conversation.store.getState().reply) return;
      current.close();
      sessionKey = next;
      core.conversation.dispatch({ type: 'conversation-restarted' }, { origin: 'storage' });
      current = open(core, sessionKey);
      current.start(readInitial(core.config.getState()));
    },
  };
}

function open(core: WidgetCore, sessionKey: SessionKey): Conversation {
  const { options, view, host, events } = core;
  return openConversation({
    environment: options.environment,
    base: options.base,
    integrationId: options.integration.integrationId,
    sessionKey,
    isKept: core.isKept(),
    conversation: core.conversation,
    transport: options.transport,
    createSession: options.createSession ?? readOwnSource(core),
    describeSession: () => describeSession(core),
    describeSend: () => ({
      language: view.getState().language,
      ...(Object.keys(host.functions).length > 0 && { functions: { ...host.functions } }),
    }),
    functions: { functions: () => host.functions, caller: () => host.caller, confirm: core.questions.ask },
    onSession(session) {
      events.emit('sessionchange', { value: session ? { conversationId: session.conversationId, expiresAt: session.tokenExpiresAt } : null });
    },
    onStreamEvent: core.announcer.onStreamEvent,
    onContact(contact) {
      view.setState({ contact });
    },
    onLanguage: core.language.show,
    onRestarted(previousConversationId, isLogout) {
      core.scroll.keep(undefined);
      view.setState({ unread: 0, overlay: undefined, isConfirmingRestart: false, ...(isLogout && { contact: null }) });
      events.emit('restart', { previousConversationId });
    },
    onError: core.report,
  });
}

function readOwnSource({ config, options: { environment } }: WidgetCore): SessionSource | undefined {
  const { createSession } = config.getState();
  return createSession === undefined ? undefined : createOwnSource(createSession, createHttpClient('', environment.fetch, environment.clock));
}

/** The messages of the settings, with ids by their place. */
function readInitial({ messages }: ResolvedConfig): Message[] {
  return messages.map((message, index) => ({ ...message, id: message.id ?? `initial_${index + 1}` }));
}
