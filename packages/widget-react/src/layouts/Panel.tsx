import { useCallback, useImperativeHandle, useRef, type Ref } from 'react';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useConversation, useWidgetView } from '../hooks/useWidgetStore';
import { Composer, type ComposerHandle } from '../composer/Composer';
import { Banner, OfflineNotice } from '../chrome/Notices';
import { PoweredBy } from '../chrome/PoweredBy';
import { Questions } from '../chrome/Questions';
import { Toasts } from '../chrome/Toasts';
import { TopBar } from '../chrome/TopBar';
import { MessageList } from '../messages/MessageList';
import { ReplyAnnouncer } from '../messages/ReplyAnnouncer';

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
  const hidesBar = useConfig((config) => config.hideBar);
  const generation = useConversation((state) => state.generation);
  const isAsking = useWidgetView((view) => view.isConfirmingRestart || view.functionQuestion !== undefined);
  const composer = useRef<ComposerHandle>(null);
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  useImperativeHandle(handle, () => ({ focus: focusComposer }), [focusComposer]);

  return (
    <>
      <div className="sotto-panel-content" inert={isAsking}>
        {!hidesBar && <TopBar canClose={canClose} canMaximize={canMaximize} onClose={onClose ?? (() => { widget.setOpen(false); })} />}
        <Banner />
        <MessageList key={generation} />
        <div className="sotto-foot">
          <Toasts />
          <OfflineNotice />
          <Composer handle={composer} />
          <PoweredBy />
        </div>
      </div>
      <Questions onAnswered={() => { requestAnimationFrame(focusComposer); }} />
      <ReplyAnnouncer />
    </>
  );
}
