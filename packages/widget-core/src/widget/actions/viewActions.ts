import type { OpenConversations } from './openConversations';
import type { Visitor } from '../visitor';
import type { Widget } from '../widget';
import { isContactGiven, withoutNull, type WidgetCore } from '../widgetCore';

type ViewActions = Pick<
  Widget,
  | 'setOpen'
  | 'setMaximize'
  | 'setMedia'
  | 'setDraft'
  | 'setLanguage'
  | 'setOverlay'
  | 'dismissPeek'
  | 'askRestart'
  | 'answerRestart'
  | 'answerFunction'
  | 'notify'
  | 'addToast'
  | 'removeToast'
  | 'holdToasts'
  | 'readScrollPlace'
  | 'keepScrollPlace'
  | 'configure'
>;

/** How the widget stands, and what a screen asks of it. */
export function createViewActions(
  core: WidgetCore,
  { current, reopenIfOver }: OpenConversations,
  visitor: Visitor,
): ViewActions {
  const { view, peek } = core;
  return {
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
    setDraft: core.draft.set,
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
      if (yes) current().restart();
    },
    answerFunction: core.questions.answer,
    notify(changes) {
      view.setState(({ notifications }) => ({ notifications: withoutNull({ ...notifications, ...changes }) }));
    },
    addToast: core.toasts.add,
    removeToast: core.toasts.remove,
    holdToasts: core.toasts.hold,
    readScrollPlace: core.scroll.read,
    keepScrollPlace: core.scroll.keep,
    configure(changes) {
      core.configure(changes);
      if (isContactGiven(changes)) visitor.setContact(core.config.getState().contact);
      reopenIfOver();
      peek.update();
    },
  };
}
