import type { LazyFeatures } from '../../features/lazyFeatures';
import type { OpenConversations } from './openConversations';
import type { Widget } from '../widget';
import { readable } from './readable';
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
      ({ createLazyFeatures }) => createLazyFeatures(core, conversations),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
}

/** Actions that not every visitor needs: their code is loaded on first use. */
export function createLazyGroups(
  { draft }: WidgetCore,
  load: () => Promise<LazyFeatures>,
): Pick<Widget, 'messages' | 'draft' | 'content' | 'preload'> {
  return {
    messages: {
      vote: async (messageId, vote) => (await load()).vote(messageId, vote),
      regenerate: async (messageId) => (await load()).regenerate(messageId),
      continueReply: async (messageId) => (await load()).continueReply(messageId),
      edit: async (messageId, text) => (await load()).edit(messageId, text),
      chooseVersion: async (messageId) => (await load()).chooseVersion(messageId),
      previewLink: async (key, url) => (await load()).previewLink(key, url),
      synthesize: async (messageId) => (await load()).synthesize(messageId),
    },
    draft: {
      ...readable(draft.store),
      set: draft.set,
      addFiles: async (files) => (await load()).files.add(files),
      removeFile: async (id) => (await load()).files.remove(id),
      retryFile: async (id) => (await load()).files.retry(id),
      send: async (text, signal) => (await load()).sendDraft(text, signal),
    },
    content: {
      fetchPicture: async (url) => (await load()).fetchPicture(url),
      reportBlocked: async (address) => (await load()).reportBlocked(address),
    },
    preload: async () => {
      await load();
    },
  };
}
