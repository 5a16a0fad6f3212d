import type { LazyFeatures } from './lazyFeatures';
import type { OpenConversations } from '../widget/actions/openConversations';
import type { Widget } from '../widget/widget';
import { readable } from '../widget/actions/readable';
import type { WidgetCore } from '../widget/widgetCore';

/**
 * Loads files, previews, votes, speech and versions on first use. A failure is not cached, so the next use tries again.
 */
export function createLazyFeaturesLoader(
  core: WidgetCore,
  conversations: () => OpenConversations,
): () => Promise<LazyFeatures> {
  let loading: Promise<LazyFeatures> | undefined;
  return () => {
    loading ??= import('./lazyFeatures').then(
      ({ createLazyFeatures }) => createLazyFeatures(core, conversations()),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
}

/** Actions that few visitors need: their code is loaded on first use. */
export function createLazyGroups(
  { draft }: WidgetCore,
  load: () => Promise<LazyFeatures>,
): Pick<Widget, 'messages' | 'draft' | 'content' | 'threads' | 'preload'> {
  const late = <Name extends keyof Actions>(name: Name): Actions[Name] =>
    (async (...args: unknown[]) => {
      const features = await load();
      return (features[name] as (...given: unknown[]) => unknown)(...args);
    }) as Actions[Name];
  return {
    messages: {
      vote: late('vote'),
      regenerate: late('regenerate'),
      continueReply: late('continueReply'),
      edit: late('edit'),
      chooseVersion: late('chooseVersion'),
      previewLink: late('previewLink'),
      synthesize: late('synthesize'),
    },
    draft: {
      ...readable(draft.store),
      set: draft.set,
      addFiles: async (files) => (await load()).files.add(files),
      removeFile: async (id) => (await load()).files.remove(id),
      retryFile: async (id) => (await load()).files.retry(id),
      send: late('sendDraft'),
    },
    content: {
      fetchPicture: late('fetchPicture'),
      reportBlocked: late('reportBlocked'),
      fetchApp: late('fetchApp'),
      requestForApp: late('requestForApp'),
    },
    threads: async () => (await load()).threads,
    preload: async () => {
      await load();
    },
  };
}

/** The features without the objects that are not actions. */
type Actions = Omit<LazyFeatures, 'files' | 'threads' | 'questions' | 'createOwnSource'>;
