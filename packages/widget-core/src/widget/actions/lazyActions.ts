import type { LazyFeatures } from '../../features/lazyFeatures';
import type { OpenConversations } from './openConversations';
import type { Widget } from '../widget';
import type { WidgetCore } from '../widgetCore';

/**
 * Loads files, previews, votes, speech and versions when the first of them is needed. A failure is forgotten, so the
 * next one tries again.
 */
export function createLazyFeaturesLoader(
  core: WidgetCore,
  conversations: OpenConversations,
): () => Promise<LazyFeatures> {
  let loading: Promise<LazyFeatures> | undefined;
  return () => {
    loading ??= import('../../features/lazyFeatures').then(
      ({ createLazyFeatures: createExtras }) => createExtras(core, conversations),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
}

/** What not every visitor needs: nothing of it is part of the first bytes. */
export function createLazyActions(
  load: () => Promise<LazyFeatures>,
): Pick<
  Widget,
  | 'addFiles'
  | 'removeFile'
  | 'retryFile'
  | 'sendFiles'
  | 'previewLink'
  | 'showPicture'
  | 'reportBlocked'
  | 'vote'
  | 'synthesize'
  | 'regenerate'
  | 'continueReply'
  | 'editMessage'
  | 'chooseVersion'
  | 'prepare'
> {
  return {
    prepare: async () => {
      await load();
    },
    addFiles: async (files) => (await load()).files.add(files),
    removeFile: async (id) => (await load()).files.remove(id),
    retryFile: async (id) => (await load()).files.retry(id),
    sendFiles: async (text, signal) => (await load()).sendFiles(text, signal),
    previewLink: async (key, url) => (await load()).previewLink(key, url),
    showPicture: async (url) => (await load()).showPicture(url),
    reportBlocked: async (address) => (await load()).reportBlocked(address),
    vote: async (messageId, vote) => (await load()).vote(messageId, vote),
    synthesize: async (messageId) => (await load()).synthesize(messageId),
    regenerate: async (messageId) => (await load()).regenerate(messageId),
    continueReply: async (messageId) => (await load()).continueReply(messageId),
    editMessage: async (messageId, text) => (await load()).editMessage(messageId, text),
    chooseVersion: async (messageId) => (await load()).chooseVersion(messageId),
  };
}
