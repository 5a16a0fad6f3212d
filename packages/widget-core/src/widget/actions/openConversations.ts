import * as v from 'valibot';
import type { Message } from '../../api/message';
import type { ResolvedConfig } from '../../config/configTypes';
import { proofName } from '../../session/proof';
import type { SessionKey } from '../../session/sessionKey';
import { sessionSchema } from '../../session/sessionManager';
import type { SessionSource } from '../../session/sessionSource';
import { createExpiringStore } from '../../storage/expiringStore';
import { createStorageKeys } from '../../storage/storageKeys';
import { createHttpClient, type HttpClient } from '../../http/httpClient';
import { loadPart } from '../../http/retry';
import { openConversation, type Conversation } from '../../conversation/createConversation';
import type { OpenConversationOptions } from '../../conversation/openSession';
import { describeSession } from '../describeSession';
import type { FunctionQuestions } from '../functionQuestions';
import type { WidgetCore } from '../widgetCore';

/** Holds the open conversation. A new day, another `session` setting or another visitor opens a different one. */
export interface OpenConversations {
  readonly current: () => Conversation;
  /**
   * Opens another conversation if the session key or the permission to store data has changed. A running reply is
   * interrupted only for another visitor, or if storing is no longer permitted.
   */
  readonly reopenIfOver: () => void;
}

/** Loads rarely needed code: sessions created by the page, and questions to the visitor before a function runs. */
type LoadRare = () => Promise<{
  readonly createOwnSource: (setting: NonNullable<ResolvedConfig['createSession']>, http: HttpClient) => SessionSource;
  readonly questions: Pick<FunctionQuestions, 'ask'>;
}>;

/** @see OpenConversations */
export function createOpenConversations(core: WidgetCore, load: LoadRare): OpenConversations {
  let sessionKey = core.readSessionKey();
  let { privacy } = core.config.getState();
  let isKept = core.isKept();
  let current = open(core, load, sessionKey);
  current.start(readInitial(core.config.getState()));

  return {
    current: () => current,
    reopenIfOver() {
      const next = core.readSessionKey();
      const isOtherVisitor = next.subject !== sessionKey.subject;
      const isPrivate = !privacy && core.config.getState().privacy;
      const isOther = next.name !== sessionKey.name || core.isKept() !== isKept;
      const isCut = isOtherVisitor || isPrivate || (isKept && !core.isKept());
      if (!isCut && (!isOther || core.conversation.store.getState().reply)) return;
      const isLeft = isOtherVisitor && sessionKey.subject !== undefined;
      const { conversationId } = core.conversation.store.getState();
      ({ privacy } = core.config.getState());
      isKept = core.isKept();
      if (isPrivate) forgetStored(core, current);
      current.close();
      sessionKey = next;
      core.conversation.addFact({ type: 'conversation-restarted' }, 'storage');
      if (isLeft) leave(core, conversationId);
      const { draft, scroll } = createStorageKeys(core.options.integration.integrationId, sessionKey.name ?? 'none');
      // The draft belongs to the visitor, even if they sign in before sending it.
      core.draft.reopen(draft, !isLeft);
      core.scroll.reopen(scroll);
      current = open(core, load, sessionKey, isOtherVisitor && !isLeft ? core.readAnonymousKey().name : undefined);
      current.start(readInitial(core.config.getState()));
      core.peek.update();
    },
  };
}

/** Removes this widget's stored data from the browser, for other tabs as well. */
function forgetStored({ options: { environment, integration } }: WidgetCore, { machine }: Conversation): void {
  machine.dispatch({ type: 'restart', isOwn: true, isLogout: false });
  for (const area of [environment.localStorage, environment.sessionStorage])
    createExpiringStore(area, environment.clock).clear(createStorageKeys(integration.integrationId, '').widget);
}

/** Removes the visitor's personal data other than the conversation from the screen. */
function leave({ view, toasts, events }: WidgetCore, previousConversationId: string | undefined): void {
  for (const { id } of view.getState().toasts) toasts.remove(id);
  view.setState({ unread: 0, overlay: undefined, isConfirmingRestart: false });
  events.emit('sessionchange', { value: null });
  // Listeners reset what they show for the restarted conversation.
  events.emit('restart', { previousConversationId });
}

/** @param signedInFrom - session key name of the visitor before signing in */
function open(core: WidgetCore, load: LoadRare, sessionKey: SessionKey, signedInFrom?: string): Conversation {
  const { options, view, host, events } = core;
  return openConversation({
    environment: options.environment,
    base: options.base,
    integrationId: options.integration.integrationId,
    sessionKey,
    isKept: core.isKept(),
    conversation: core.conversation,
    proof: () => proofName(host.proof),
    continues: readContinues(core, sessionKey),
    signedInFrom,
    transport: options.transport,
    createSession: options.createSession ?? readOwnSource(core, load),
    describeSession: () => describeSession(core),
    describeSend: () => ({
      language: view.getState().language,
      ...(Object.keys(host.functions).length > 0 && { functions: { ...host.functions } }),
    }),
    functions: {
      list: () => host.functions,
      caller: () => host.caller,
      async confirm(request, signal) {
        const patience = { ...options.environment, random: Math.random };
        return (await loadPart(patience, signal, load)).questions.ask(request, signal);
      },
    },
    onSession(session) {
      events.emit('sessionchange', {
        value: session ? { conversationId: session.conversationId, expiresAt: session.tokenExpiresAt } : null,
      });
    },
    onContact(contact) {
      view.setState({ contact: host.proof ? { ...contact, ...host.proof } : contact });
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

/**
 * Finds the anonymous conversation to continue after its visitor signs in: one that this tab started, or one from a
 * version without subjects, whose owner the server knows. Undefined if there is none, or if the visitor already has a
 * conversation.
 */
function readContinues(
  { local, tab, options, readAnonymousKey }: WidgetCore,
  { name, subject }: SessionKey,
): OpenConversationOptions['continues'] {
  const anonymous = readAnonymousKey().name;
  if (subject === undefined || name === undefined || anonymous === undefined) return undefined;
  const { integrationId } = options.integration;
  const { session, verifier } = createStorageKeys(integrationId, anonymous);
  const stored = local.get(session, sessionSchema);
  const known = tab.get(verifier, v.string());
  if (
    !stored ||
    (stored.proof !== undefined && known === undefined) ||
    local.get(createStorageKeys(integrationId, name).session, sessionSchema)
  )
    return undefined;
  return { name: anonymous, conversationId: stored.conversationId, token: stored.token, verifier: known };
}

function readOwnSource({ config, options: { environment } }: WidgetCore, load: LoadRare): SessionSource | undefined {
  const { createSession } = config.getState();
  if (createSession === undefined) return undefined;
  return async (request, staleToken) => {
    const { createOwnSource } = await load();
    const http = createHttpClient('', environment);
    return createOwnSource(createSession, http)(request, staleToken);
  };
}

/** The messages of the settings, with ids by position. */
function readInitial({ messages }: ResolvedConfig): Message[] {
  return messages.map((message, index) => ({ ...message, id: message.id ?? `initial_${index + 1}` }));
}
