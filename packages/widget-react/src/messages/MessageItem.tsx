import { memo, useState, type ReactNode } from 'react';
import type { Message } from '@sotto/widget-core';
import { fillWord } from '@sotto/widget-core/internal';
import { useConfig, useWords } from '../hooks/useWidgetStore';
import { lazyPart } from '../hooks/lazyPart';
import { useWidget } from '../hooks/useWidget';
import { Avatar } from '../chrome/SafeImage';
import { Replaceable, useOwnComponents } from '../parts/components';
import { MessageBody } from './MessageBody';
import type { MessageFootProps } from './foot/MessageFoot';
import { MessageContext, type Row } from '../hooks/messageContext';
import { ReplyIndicator } from './ReplyIndicator';

const AttachmentTiles = lazyPart(() => import('./AttachmentTiles').then((part) => part.AttachmentTiles));
const MessageEditor = lazyPart(() => import('./MessageEditor').then((part) => part.MessageEditor));
const MessageFoot = lazyPart<MessageFootProps>(
  () => import('./messageDetails').then((part) => part.MessageFoot),
  ({ row }) => (row.speaker === 'bot' || row.isLast) && <div className="sotto-message-foot" />,
  { isFirst: true },
);
const LinkPreview = lazyPart(() => import('./LinkPreview').then((part) => part.LinkPreview));

interface MessageItemProps {
  readonly row: Row;
  /** Whether it is new; new messages are animated. */
  readonly isFresh: boolean;
  readonly isNewest: boolean;
}

/** A message or the streaming reply: the same element for both, so that nothing is remounted at the end. */
export const MessageItem = memo(function MessageItem({ row, isFresh, isNewest }: MessageItemProps) {
  const [isEdited, setEdited] = useState(false);
  const { Message: Own, renderMessage } = useOwnComponents();
  const { message, isFirst } = row;
  if (row.speaker === 'context' && message) return <ContextLine message={message} />;
  const speaker = speakerOf(row);
  const author = message?.author;
  return (
    <article
      className="sotto-message"
      tabIndex={-1}
      data-key={row.key}
      data-by={row.speaker}
      data-type={message?.type}
      data-first={isFirst || undefined}
      data-last={row.isLast || undefined}
      data-fresh={isFresh || undefined}
      data-newest={isNewest || undefined}
      data-live={message ? undefined : true}
      data-person={author ? true : undefined}
      data-versions={message?.versions ? true : undefined}
      data-own={Own || renderMessage ? true : undefined}
    >
      <MessageContext.Provider value={row}>
        <SpeakerName speaker={speaker} isFirst={isFirst} author={author?.name} />
        <OwnMessage row={row} isNewest={isNewest}>
          {isFirst && (
            <Replaceable name="Avatar" given={{ speaker, author }}>
              <Avatar speaker={speaker} author={author} />
            </Replaceable>
          )}
          <div className="sotto-message-main">
            {message?.attachments?.length ? <AttachmentTiles attachments={message.attachments} /> : null}
            {message && isEdited ? (
              <MessageEditor
                message={message}
                onClose={() => {
                  setEdited(false);
                }}
              />
            ) : (
              <MessageBody message={message} isFromBot={speaker === 'bot'} />
            )}
            {message && <MessagePreview row={row} message={message} isFresh={isFresh} />}
            {message ? (
              <MessageFoot
                row={row}
                message={message}
                isNewest={isNewest}
                onEdit={() => {
                  setEdited(true);
                }}
              />
            ) : (
              <ReplyIndicator />
            )}
          </div>
        </OwnMessage>
      </MessageContext.Provider>
    </article>
  );
});

function speakerOf(row: Row): 'user' | 'bot' {
  return row.speaker === 'bot' ? 'bot' : 'user';
}

/** The owner's rendering of a message, if there is one. */
function OwnMessage({
  row,
  isNewest,
  children,
}: {
  readonly row: Row;
  readonly isNewest: boolean;
  readonly children: ReactNode;
}) {
  const { Message: Own, renderMessage } = useOwnComponents();
  if (!Own && !renderMessage) return children;
  const { message, isFirst, isLast } = row;
  const inside = <div className="sotto-message-default">{children}</div>;
  const given = { message, speaker: speakerOf(row), isFirst, isLast, isNewest, children: inside };
  if (renderMessage) return <span className="sotto-slot">{renderMessage(given)}</span>;
  return Own && <Own {...given} />;
}

/** The author: a heading for screen readers, and the visible name in layouts with rows. */
function SpeakerName({
  speaker,
  isFirst,
  author,
}: {
  readonly speaker: Row['speaker'];
  readonly isFirst: boolean;
  readonly author: string | undefined;
}) {
  const words = useWords();
  const title = useConfig((config) => config.barTitle);
  const name = author ?? (words.title || title);
  return (
    <>
      <h2 className="sotto-hidden">{speaker === 'user' ? words.youSaid : fillWord(words.botSaid, { name })}</h2>
      {isFirst && (
        <span className="sotto-speaker" aria-hidden="true">
          <bdi>{speaker === 'user' ? words.you : name}</bdi>
        </span>
      )}
    </>
  );
}

/** Preview of the first link; loaded with the first message that has one. */
function MessagePreview({
  row,
  message,
  isFresh,
}: {
  readonly row: Row;
  readonly message: Message;
  readonly isFresh: boolean;
}) {
  const isOn = useConfig((config) => config.unfurl);
  const { unfurl } = useWidget().integration.features;
  const hasLink = message.micro != null || (message.type !== 'initial' && /https?:\/\//i.test(message.text));
  return isOn && unfurl && hasLink ? (
    <LinkPreview message={message} isFromBot={row.speaker === 'bot'} isFresh={isFresh} />
  ) : null;
}

/** A context line: what the bot looked up or ran. */
function ContextLine({ message }: { readonly message: Message }) {
  return (
    <p className="sotto-context" dir="auto">
      {message.text}
    </p>
  );
}
