import type { Unsubscribe } from './lib/environment';
import { createConversationGroup, createHostGroups } from './widget/actions/conversationGroups';
import { createLazyGroups, createLazyFeaturesLoader } from './features/lazyGroups';
import { createOpenConversations, type OpenConversations } from './widget/actions/openConversations';
import { createViewGroups } from './widget/actions/viewGroups';
import { createVisitor, type Visitor } from './widget/visitor';
import type { Widget } from './widget/widget';
import { createWidgetCore, type WidgetCore, type WidgetOptions } from './widget/widgetCore';

/**
 * Creates a widget without a user interface. Renderers read its stores and call its actions.
 *
 * The only place that connects the folders. Nothing keeps running after `close()`.
 */
export function createWidget(options: WidgetOptions): Widget {
  const core = createWidgetCore(options);
  const loadFeatures = createLazyFeaturesLoader(core, () => conversations);
  const conversations: OpenConversations = createOpenConversations(core, loadFeatures);
  const visitor = createVisitor(core, conversations);
  core.peek.update();
  const stops = [...listen(core, conversations, visitor), startLive(core, conversations)];

  return {
    integration: core.options.integration,
    base: core.options.base,
    conversation: createConversationGroup(core, conversations, loadFeatures),
    ...createLazyGroups(core, loadFeatures),
    ...createHostGroups(core, conversations, visitor, loadFeatures),
    ...createViewGroups(core, conversations, visitor),
    async logout() {
      conversations.current().logout();
      visitor.forget();
    },
    warn: core.warn,
    on: core.events.on,
    close() {
      core.draft.flush();
      conversations.current().close();
      visitor.pause();
      for (const stop of stops) stop();
      core.announcer.close();
      core.toasts.close();
      core.events.close();
    },
  };
}

/** Follows human agents from the first conversation on, if the server supports them. */
function startLive(core: WidgetCore, conversations: OpenConversations): Unsubscribe {
  const { store } = core.conversation;
  let live: Promise<Unsubscribe | undefined> | undefined;
  const start = (): void => {
    if (!core.options.integration.features.live || live || store.getState().conversationId === undefined) return;
    live = import('./features/followLive').then(
      ({ followLive }) => (isClosed ? undefined : followLive(core, conversations)),
      () => undefined,
    );
  };
  let isClosed = false;
  const stop = store.subscribe(start);
  start();
  return () => {
    isClosed = true;
    stop();
    void live?.then((end) => end?.());
  };
}

/** Subscribes to the browser events that a widget needs. */
function listen(
  { options, conversation, view, draft, peek }: WidgetCore,
  { current }: OpenConversations,
  visitor: Visitor,
): readonly Unsubscribe[] {
  const { connectivity, page } = options.environment;
  return [
    conversation.store.subscribe((state, before) => {
      if (state.messages !== before.messages) peek.update();
    }),
    connectivity.onChange((isOnline) => {
      view.setState({ isOnline });
      if (isOnline) current().online();
    }),
    page.onLeave(() => {
      draft.flush();
      current().pause();
      visitor.pause();
    }),
    page.onReturn(() => {
      visitor.resume();
      current().resume();
    }),
  ];
}
