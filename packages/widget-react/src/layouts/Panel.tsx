import { useCallback, useImperativeHandle, useRef, type Ref, useLayoutEffect, type RefObject } from 'react';
import { Banner } from '../chrome/Notices';
import { TopBar as OurTopBar } from '../chrome/TopBar';
import { ignoreShown } from '../hooks/ignoreShown';
import { inertWhen } from '../hooks/inertWhen';
import { lazyPart } from '../hooks/lazyPart';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useConversation, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { MessageList } from '../messages/list/MessageList';
import { useOwnComponents, type ComposerHandle } from '../parts/components';
import { Foot } from './Foot';

const PanelDetails = lazyPart(() => import('../messages/messageDetails').then((part) => part.PanelDetails), null, {
  isFirst: true,
});
const Questions = lazyPart(() => import('../chrome/Questions').then((part) => part.Questions));
const FrameOverlay = lazyPart(() => import('../chrome/FrameOverlay').then((part) => part.FrameOverlay));

/** What other code may do with the rendered widget. */
export interface ChatWidgetHandle {
  /** Focuses the text box. Call it only for an action of the visitor. */
  focus(): void;
}

interface PanelProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  readonly canClose: boolean;
  readonly canMaximize: boolean;
  /** @default closes the widget */
  readonly onClose?: (() => void) | undefined;
}

/** Content of a layout: top bar, conversation, composer and the layers above them. */
export function Panel({ handle, canClose, canMaximize, onClose }: PanelProps) {
  const widget = useWidget();
  const { TopBar = OurTopBar, Header } = useOwnComponents();
  const words = useWords();
  const hidesBar = useConfig((config) => config.hideBar);
  const title = useConfig((config) => config.barTitle);
  const generation = useConversation((state) => state.generation);
  const isAsking = useWidgetView((view) => view.isConfirmingRestart || view.functionQuestion !== undefined);
  const overlay = useWidgetView((view) => view.overlay);
  const content = useRef<HTMLDivElement>(null);
  const composer = useRef<ComposerHandle>(null);
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  useImperativeHandle(handle, () => ({ focus: focusComposer }), [focusComposer]);
  useReturnFocus(content, overlay !== undefined);
  useNarrow(content);
  // Without the dialog, actions that need a confirmation are refused.
  const giveUpQuestions = (): void => {
    const { isConfirmingRestart, functionQuestion } = widget.view.getState();
    if (isConfirmingRestart) ignoreShown(widget.view.answerRestart(false));
    if (functionQuestion) widget.functions.answer(functionQuestion.callId, false);
    widget.toasts.add({ kind: 'error', text: words.errorGeneric });
  };
  const giveUpOverlay = (): void => {
    widget.view.setOverlay(undefined);
    widget.toasts.add({ kind: 'error', text: words.errorGeneric });
  };

  return (
    <>
      <div ref={content} className="sotto-panel-content" {...inertWhen(isAsking || overlay !== undefined)}>
        {hidesBar ? (
          <h1 className="sotto-hidden">{words.title || title || words.conversation}</h1>
        ) : (
          <TopBar
            canClose={canClose}
            canMaximize={canMaximize}
            onClose={
              onClose ??
              (() => {
                widget.view.setOpen(false);
              })
            }
          />
        )}
        {Header && <Header />}
        <Banner />
        <MessageList key={generation} />
        <Foot composer={composer} />
      </div>
      {overlay && <FrameOverlay key={overlay.url} overlay={overlay} isCovered={isAsking} onMissing={giveUpOverlay} />}
      {isAsking && (
        <Questions
          onAnswered={() => {
            requestAnimationFrame(focusComposer);
          }}
          onMissing={giveUpQuestions}
        />
      )}
      <PanelDetails />
    </>
  );
}

/** Maximum width of a narrow panel, in CSS pixels. */
const NARROW_MAX_PX = 340;

/**
 * Sets `data-narrow` for the styles of a narrow panel.
 *
 * Not a container query: while WebKit resolves styles inside a query container, it lays the page out once without the
 * element just inserted, which scrolls a list at its end as if the visitor had scrolled.
 */
export function useNarrow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const panel = element.current;
    if (!panel) return;
    const sizes = new ResizeObserver(() => {
      panel.toggleAttribute('data-narrow', panel.clientWidth <= NARROW_MAX_PX);
    });
    sizes.observe(panel);
    return () => {
      sizes.disconnect();
    };
  }, [element]);
}

/**
 * Returns the focus to the element that had it before a layer covered it, if it still exists.
 *
 * @param content - the covered content; a focus outside it is left alone
 */
function useReturnFocus(content: RefObject<HTMLElement | null>, isCovered: boolean): void {
  useLayoutEffect(() => {
    const element = content.current;
    if (!isCovered || !element) return;
    const before = (element.getRootNode() as Document | ShadowRoot).activeElement;
    if (!(before instanceof HTMLElement) || !element.contains(before)) return;
    return () => {
      // The element is still inert at this moment.
      requestAnimationFrame(() => {
        before.focus({ preventScroll: true });
      });
    };
  }, [content, isCovered]);
}
