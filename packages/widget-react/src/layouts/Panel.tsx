import { useCallback, useImperativeHandle, useRef, type Ref } from 'react';
import { Banner } from '../chrome/Notices';
import { TopBar as OurTopBar } from '../chrome/TopBar';
import { ignoreShown } from '../hooks/ignoreShown';
import { inertWhen } from '../hooks/inertWhen';
import { lazyPart } from '../hooks/lazyPart';
import { useNarrow } from '../hooks/useNarrow';
import { useReturnFocus } from '../hooks/useReturnFocus';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useConversation, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { MessageList } from '../messages/list/MessageList';
import { useOwnComponents, type ComposerHandle } from '../parts/components';
import { Foot } from './Foot';

const ReplyAnnouncer = lazyPart(() => import('../messages/messageDetails').then((part) => part.ReplyAnnouncer));
const Questions = lazyPart(() => import('../chrome/Questions').then((part) => part.Questions));
const FrameOverlay = lazyPart(() => import('../chrome/FrameOverlay').then((part) => part.FrameOverlay));

/** What others may ask of a widget on the screen. */
export interface ChatWidgetHandle {
  /** Puts the cursor into the text box. Call it only when a person meant it. */
  focus(): void;
}

interface PanelProps {
  readonly handle?: Ref<ChatWidgetHandle> | undefined;
  readonly canClose: boolean;
  readonly canMaximize: boolean;
  /** @default closes the widget */
  readonly onClose?: (() => void) | undefined;
}

/** Everything inside the edges of a layout: bar, conversation, composer and the layers above them. */
export function Panel({ handle, canClose, canMaximize, onClose }: PanelProps) {
  const widget = useWidget();
  const { TopBar = OurTopBar } = useOwnComponents();
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
  // Nothing is done that nobody could be asked about.
  const giveUpQuestions = (): void => {
    const { isConfirmingRestart, functionQuestion } = widget.view.getState();
    if (isConfirmingRestart) ignoreShown(widget.answerRestart(false));
    if (functionQuestion) widget.answerFunction(functionQuestion.callId, false);
    widget.addToast({ kind: 'error', text: words.errorGeneric });
  };
  const giveUpOverlay = (): void => {
    widget.setOverlay(undefined);
    widget.addToast({ kind: 'error', text: words.errorGeneric });
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
                widget.setOpen(false);
              })
            }
          />
        )}
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
      <ReplyAnnouncer />
    </>
  );
}
