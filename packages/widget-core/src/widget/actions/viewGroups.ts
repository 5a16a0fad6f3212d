import type { OpenConversations } from './openConversations';
import type { Visitor } from '../visitor';
import type { Widget } from '../widget';
import { readable } from './readable';
import { isContactGiven, withoutNull, type WidgetCore } from '../widgetCore';

/** Creates the actions for the UI state and the settings. */
export function createViewGroups(
  core: WidgetCore,
  { current, reopenIfOver }: OpenConversations,
  visitor: Visitor,
): Pick<Widget, 'view' | 'toasts' | 'config'> {
  const { view, peek, toasts } = core;
  return {
    view: {
      ...readable(view),
      setOpen(isOpen) {
        if (isOpen) {
          peek.dismiss();
          reopenIfOver();
        }
        view.setState(isOpen ? { isOpen, unread: 0 } : { isOpen });
      },
      setMaximize(isMaximized) {
        view.setState({ isMaximized });
      },
      setMedia(media) {
        view.setState((state) => ({ media: { ...state.media, ...media } }));
      },
      setLanguage(language) {
        core.language.pick(language);
        current().announceLanguage(language);
      },
      setOverlay(overlay) {
        view.setState({ overlay });
      },
      dismissPeek: peek.dismiss,
      askRestart() {
        view.setState({ isConfirmingRestart: true });
      },
      async answerRestart(yes) {
        view.setState({ isConfirmingRestart: false });
        if (yes) current().machine.dispatch({ type: 'restart', isOwn: true, isLogout: false });
      },
      notify(changes) {
        view.setState(({ notifications }) => ({ notifications: withoutNull({ ...notifications, ...changes }) }));
      },
      readScrollPlace: core.scroll.read,
      keepScrollPlace: core.scroll.keep,
    },
    toasts: { add: toasts.add, hold: toasts.hold, remove: toasts.remove },
    config: {
      ...readable(core.config),
      update(changes) {
        core.configure(changes);
        if (isContactGiven(changes)) visitor.setContact(core.config.getState().contact);
        reopenIfOver();
        peek.update();
      },
    },
  };
}
