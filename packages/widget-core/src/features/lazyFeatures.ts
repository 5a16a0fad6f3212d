import { WidgetError } from '../errors';
import type { ConversationCalls } from '../conversation/createConversation';
import { createApps } from './apps';
import { fetchPicture, previewLink } from './linkPreviews';
import { synthesize } from './synthesize';
import { createOwnUploader } from './ownUploads';
import { createPlatformVote, createVoter } from './vote';
import { parseAddress } from '../lib/parseAddress';
import { createUploader } from '../transport/uploads';
import type { OpenConversations } from '../widget/actions/openConversations';
import { sendMessage } from '../widget/actions/conversationGroups';
import { createOwnSource } from '../session/ownSource';
import { createFunctionQuestions, type FunctionQuestions } from '../widget/functionQuestions';
import { createThreads } from './threads';
import { createVersionActions } from './versions';
import { createWaitingFiles, type WaitingFiles } from './waitingFiles';
import type { WidgetContent, WidgetDraft, WidgetMessages, WidgetThreads } from '../widget/widget';
import type { WidgetCore } from '../widget/widgetCore';

/**
 * Features that are loaded on first use: files [W-25], link previews [W-23], votes [W-24], speech [W-27], versions of
 * messages, earlier conversations, questions before a function runs, and sessions created by the page.
 */
export interface LazyFeatures extends WidgetMessages, WidgetContent {
  readonly files: WaitingFiles;
  readonly sendDraft: WidgetDraft['send'];
  readonly threads: WidgetThreads;
  readonly questions: FunctionQuestions;
  readonly createOwnSource: typeof createOwnSource;
}

/** @see LazyFeatures */
export function createLazyFeatures(core: WidgetCore, conversations: OpenConversations): LazyFeatures {
  const { current } = conversations;
  const { options, view, config, draft } = core;
  const { environment, base, integration, transport } = options;
  const readCalls = (): ConversationCalls => {
    const { calls } = current();
    if (!calls) throw new WidgetError('unsupported');
    return calls;
  };
  const files = createWaitingFiles({
    clock: environment.clock,
    view,
    limits: integration.limits,
    addNotice: (text) => {
      core.toasts.add({ kind: 'error', text });
    },
    uploader: transport?.upload
      ? createOwnUploader(transport, environment.clock)
      : createUploader(base, environment, readCalls),
  });
  core.events.on('restart', files.clear);
  const voter = createVoter(
    environment.clock,
    core.conversation,
    transport?.vote?.bind(transport) ?? createPlatformVote(readCalls),
  );
  const reported = new Set<string>();
  const questions = createFunctionQuestions(view, (name) => {
    const { functions } = core.host;
    return Object.hasOwn(functions, name) ? functions[name]?.title : undefined;
  });

  return {
    files,
    async sendDraft(text, signal) {
      if (config.getState().disabled) throw new WidgetError('disabled');
      const attachments = await files.uploaded(signal);
      // Another message may have been sent while this one waited for its files.
      if (core.conversation.store.getState().reply) throw new WidgetError('busy');
      files.sent();
      draft.set('');
      draft.flush();
      // The conversation shows the result.
      sendMessage(core, current(), { message: text, attachments }).catch(() => undefined);
    },
    previewLink: (key, url) =>
      previewLink({ clock: environment.clock, conversation: core.conversation, view, calls: readCalls }, key, url),
    fetchPicture: (url) => fetchPicture(base, environment.clock, readCalls, url),
    async reportBlocked(address) {
      const host = parseAddress(address)?.host ?? '';
      if (reported.has(host)) return;
      reported.add(host);
      // Names only the host: other parts of a URL may contain secrets.
      core.report(
        new WidgetError('content_blocked', {
          message: `A file of ${host} in a message waits for the visitor's consent: its origin is not allowed`,
        }),
      );
    },
    async vote(messageId, vote, reason) {
      await voter.vote(messageId, vote, reason);
      core.events.emit('vote', { messageId, vote, ...(reason !== undefined && { reason }) });
    },
    threads: createThreads(core, conversations),
    questions,
    ...createApps({ base, calls: readCalls, questions, linkQuestion: () => view.getState().words.openLink }),
    createOwnSource,
    ...createVersionActions(core, conversations),
    synthesize: (messageId) => synthesize(base, readCalls(), messageId),
  };
}
