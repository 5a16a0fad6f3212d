import { messageKey, type Message } from '@sotto/widget-core';
import { lazyPart } from '../../hooks/lazyPart';
import { BrokenNote } from './FailureNotice';
import { DeliveryNote } from './DeliveryNote';
import { EndNote } from './EndNote';
import { formatTime } from '../../lib/formatTime';
import { MessageActions } from './MessageActions';
import type { Row } from '../../hooks/messageContext';
import { Replaceable } from '../../parts/components';
import { useMemo, useState } from 'react';
import { useWidgetView } from '../../hooks/useWidgetStore';

const VersionTools = lazyPart(() => import('./VersionTools').then((part) => part.VersionTools), null, {
  isFirst: true,
});
const VoteReason = lazyPart(() => import('./VoteReason').then((part) => part.VoteReason));
const References = lazyPart(() => import('./References').then((part) => part.References));

/** Props of the area below a message. */
export interface MessageFootProps {
  readonly row: Row;
  readonly message: Message;
  readonly isNewest: boolean;
  readonly onEdit: () => void;
}

/** The area below the text of a message: delivery state or end, sources, buttons and time. */
export function MessageFoot({ row, message, isNewest, onEdit }: MessageFootProps) {
  /** Whether the visitor has just voted it down and may give a reason. */
  const [isAsked, setAsked] = useState(false);
  if (row.speaker === 'user') {
    return (
      <>
        <DeliveryNote messageKey={messageKey(message)} />
        {row.isLast && (
          <div className="sotto-message-foot">
            <MessageTime at={message.createdAt ?? undefined} />
            <VersionTools message={message} onEdit={onEdit} />
          </div>
        )}
      </>
    );
  }
  return (
    <>
      {message.failure && <BrokenNote message={message} />}
      {message.end && <EndNote message={message} isNewest={isNewest} />}
      {message.references && message.references.length > 0 && (
        <Replaceable name="Sources" given={{ sources: message.references }}>
          <References references={message.references} />
        </Replaceable>
      )}
      {isAsked && (
        <VoteReason
          messageId={message.id}
          onClose={() => {
            setAsked(false);
          }}
        />
      )}
      <div className="sotto-message-foot">
        {message.type === 'bot' && (
          <Replaceable name="Actions" given={{ message }}>
            <MessageActions
              message={message}
              onVote={(vote) => {
                setAsked(vote === 'down');
              }}
            />
            <VersionTools message={message} isNewest={isNewest} />
          </Replaceable>
        )}
        {message.author && row.isLast && (
          <bdi className="sotto-author" aria-hidden="true">
            {message.author.name}
          </bdi>
        )}
        <MessageTime at={message.createdAt ?? undefined} />
      </div>
    </>
  );
}

/**
 * Formats the time of a message: the time if it is today, otherwise with the date. @param at - milliseconds since the
 * epoch
 */
function MessageTime({ at }: { readonly at: number | undefined }) {
  const language = useWidgetView((view) => view.language);
  const text = useMemo(() => (at === undefined ? undefined : formatTime(at, language)), [at, language]);
  if (at === undefined) return null;
  return (
    <time className="sotto-time" dateTime={new Date(at).toISOString()}>
      {text}
    </time>
  );
}
