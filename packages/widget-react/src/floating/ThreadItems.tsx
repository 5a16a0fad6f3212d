import type { Thread } from '@sotto/widget-core';
import { formatTime } from '../lib/formatTime';
import { useThreads } from '../hooks/useThreads';
import { useConversation, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { useMenu, type MenuItemsProps } from './useMenu';

/** Entry of the list. */
interface Entry {
  readonly key: string;
  readonly name: string;
  /** Time of the last use: only the time if it is today, otherwise with the date. */
  readonly date?: string;
  readonly isPresent?: boolean;
  readonly run: () => void;
}

/**
 * Earlier conversations, shown instead of the menu. The first entry gets the focus; arrow keys, Home and End move it.
 * The list closes when a conversation is opened.
 */
export function ThreadItems({ id, trigger, onDismiss, onChoose }: MenuItemsProps) {
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const present = useConversation((conversation) => conversation.conversationId);
  const { status, threads, hasMore, error, opening, list, listMore, open, create } = useThreads();
  const { setFloating, floatingStyles, getFloatingProps, itemProps } = useMenu(trigger, onDismiss);

  // Errors are shown in the list, which stays open.
  const leave = (act: Promise<void>): void => void act.then(onChoose, () => undefined);
  const toEntry = ({ id: threadId, title, updatedAt }: Thread): Entry => ({
    key: threadId,
    name: title === '' ? words.conversation : title,
    date: formatTime(updatedAt, language),
    isPresent: threadId === present,
    run: () => {
      if (threadId === present) onChoose();
      else leave(open(threadId));
    },
  });
  const isFailed = status === 'failed';
  const entries: Entry[] = [
    { key: ' new', name: words.newThread, run: () => leave(create()) },
    ...threads.map(toEntry),
    ...(isFailed ? [{ key: ' more', name: words.retry, run: list }] : []),
    ...(hasMore && !isFailed ? [{ key: ' more', name: words.moreThreads, run: listMore }] : []),
  ];
  const isLoading = status === 'loading' || opening !== undefined;
  const note = isLoading
    ? words.loading
    : error?.code === 'busy'
      ? words.stillWorking
      : error
        ? words.errorGeneric
        : threads.length === 0
          ? words.noThreads
          : '';

  return (
    <div ref={setFloating} className="sotto-menu" style={{ ...floatingStyles, overflowY: 'auto' }}>
      <div role="menu" id={id} aria-label={words.threads} aria-busy={isLoading} {...getFloatingProps()}>
        {entries.map(({ key, name, date: when, isPresent, run }, index) => (
          <button key={key} aria-current={isPresent ? 'true' : undefined} {...itemProps(index, run)}>
            <span style={{ fontWeight: isPresent ? 600 : undefined }}>
              <bdi>{name}</bdi>
              {when !== undefined && <small style={{ display: 'block', fontWeight: 400, opacity: 0.7 }}>{when}</small>}
            </span>
          </button>
        ))}
      </div>
      <p role="status" style={{ paddingInline: note === '' ? 0 : 10, opacity: 0.8 }}>
        {note}
      </p>
    </div>
  );
}
