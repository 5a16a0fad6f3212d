import { useRef } from 'react';
import { messageKey, type ConversationState, type Message } from '@sotto/widget-core';
import { Icon } from '../../icons/icons';
import { RestartIcon } from '../../icons/toolIcons';
import { ignoreShown } from '../../hooks/ignoreShown';
import { lazyPart } from '../../hooks/lazyPart';
import { useWidget } from '../../hooks/useWidget';
import { useConfig, useConversation, useWidgetView, useWords } from '../../hooks/useWidgetStore';
import { ActionButton } from './ActionButton';

const VersionSwitch = lazyPart(() => import('./VersionSwitch').then((part) => part.VersionSwitch));

interface VersionToolsProps {
  readonly message: Message;
  /** Only the newest answer can be regenerated. */
  readonly isNewest?: boolean;
  /** Opens the editor. */
  readonly onEdit?: () => void;
}

/** Regenerate, edit, and navigation between versions. */
export function VersionTools({ message, isNewest = false, onEdit }: VersionToolsProps) {
  const isQuiet = useConversation(isNothingUnderWay);
  const isDisabled = useConfig((config) => config.disabled);
  const hasArrived = useConversation((state) => !Object.hasOwn(state.deliveries, messageKey(message)));
  const mayChange = isQuiet && !isDisabled;
  return (
    <>
      {message.versions && <VersionSwitch message={message} versions={message.versions} mayChange={mayChange} />}
      {message.type === 'bot' &&
        isNewest &&
        !isDisabled &&
        !message.author &&
        !message.extra?.local &&
        !message.failure && <RegenerateButton messageId={message.id} isQuiet={isQuiet} />}
      {message.type === 'user' && hasArrived && !isDisabled && onEdit && (
        <EditButton isQuiet={isQuiet} onEdit={onEdit} />
      )}
    </>
  );
}

function isNothingUnderWay({ reply, deliveries }: ConversationState): boolean {
  return !reply && Object.values(deliveries).every(({ state }) => state === 'failed');
}

function RegenerateButton({ messageId, isQuiet }: { readonly messageId: string; readonly isQuiet: boolean }) {
  const widget = useWidget();
  const words = useWords();
  const isOnline = useWidgetView((view) => view.isOnline);
  const place = useRef<HTMLSpanElement>(null);
  const regenerate = (): void => {
    // The button disappears with the answer, so the focus moves to the conversation.
    place.current?.closest<HTMLElement>('.sotto-scroller')?.focus({ preventScroll: true });
    ignoreShown(widget.messages.regenerate(messageId));
  };
  return (
    <span ref={place}>
      <ActionButton name={words.regenerate} isDisabled={!isQuiet || !isOnline} onClick={regenerate}>
        <RestartIcon />
      </ActionButton>
    </span>
  );
}

function EditButton({ isQuiet, onEdit }: { readonly isQuiet: boolean; readonly onEdit: () => void }) {
  const words = useWords();
  return (
    <ActionButton name={words.edit} isDisabled={!isQuiet} onClick={onEdit}>
      <Icon>
        <path d="m4 16 .7-3.2 8.6-8.6a1.6 1.6 0 0 1 2.3 0l.2.2a1.6 1.6 0 0 1 0 2.3l-8.6 8.6zM11.8 5.7l2.5 2.5" />
      </Icon>
    </ActionButton>
  );
}
