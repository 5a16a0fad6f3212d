import { useRef } from 'react';
import type { Message } from '@sotto/widget-core';
import { ignoreShown } from '../../hooks/ignoreShown';
import { useWidget } from '../../hooks/useWidget';
import { useConfig, useConversation, useWidgetView, useWords } from '../../hooks/useWidgetStore';

/** Note below a reply that was stopped or cut off at its maximum length, with a button for the rest. */
export function EndNote({ message, isNewest }: { readonly message: Message; readonly isNewest: boolean }) {
  const words = useWords();
  return (
    <p className="sotto-note" data-end={message.end ?? undefined}>
      <span>{message.end === 'length' ? words.replyCut : words.stopped}</span>
      {isNewest && <ContinueButton message={message} />}
    </p>
  );
}

/** Requests the rest of a reply. The button disappears, so the focus moves to the conversation. */
export function ContinueButton({ message }: { readonly message: Message }) {
  const widget = useWidget();
  const words = useWords();
  const isOnline = useWidgetView((view) => view.isOnline);
  const isDisabled = useConfig((config) => config.disabled);
  const isBusy = useConversation((state) => state.reply !== undefined);
  const button = useRef<HTMLButtonElement>(null);
  if (isDisabled || isBusy) return null;
  const onClick = (): void => {
    if (!isOnline) return;
    button.current?.closest<HTMLElement>('.sotto-scroller')?.focus({ preventScroll: true });
    ignoreShown(widget.messages.continueReply(message.id));
  };
  return (
    <button ref={button} type="button" className="sotto-text-button" aria-disabled={!isOnline} onClick={onClick}>
      {words.continueReply}
    </button>
  );
}
