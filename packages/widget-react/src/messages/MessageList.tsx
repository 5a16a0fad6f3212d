import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import type { Message } from '@sotto/widget-core';
import { useAutoScroll } from '../hooks/useAutoScroll';
import { useConfig, useConversation, useWords } from '../hooks/useWidgetStore';
import { FailureNotice } from './FailureNotice';
import { JumpToNewest } from './JumpToNewest';
import { MessageItem } from './MessageItem';
import { keepSameRows, selectReplyKey, toRows, type Row } from './messageRows';
import { Welcome } from './Welcome';

/** What has been said, newest at the bottom. Arrow keys go from message to message, Home and End to the first and last. */
export function MessageList() {
  const words = useWords();
  const autoScroll = useConfig((config) => config.autoScroll);
  const rows = useRows();
  const { scroller, content, isAway, jump } = useAutoScroll(autoScroll);
  const fresh = useFreshRows(rows);
  useJumpOnSend(rows, jump);

  return (
    <div className="sotto-list-frame">
      <section ref={scroller} className="sotto-scroller" aria-label={words.conversation} tabIndex={0} onKeyDown={moveBetweenMessages}>
        <div ref={content} className="sotto-messages">
          <Welcome isEmpty={rows.length === 0} />
          {rows.map((row) => <MessageItem key={row.key} row={row} isFresh={fresh.has(row.key) && !row.message?.versions} isNewest={row === rows.at(-1)} />)}
          <FailureNotice />
        </div>
      </section>
      <JumpToNewest isShown={isAway} messageCount={rows.length} onJump={jump} />
    </div>
  );
}

function useRows(): readonly Row[] {
  const messages = useConversation((state) => state.messages);
  const replyKey = useConversation(selectReplyKey);
  const startedAt = useConversation((state) => state.reply?.startedAt ?? 0);
  const replaces = useConversation((state) => state.reply?.replaces);
  const isVerbose = useConfig((config) => config.verbose);
  const initial = useInitialMessage(messages);
  const before = useRef<readonly Row[]>([]);
  const rows = useMemo(() => {
    const said = initial ? [initial, ...messages] : messages;
    return toRows(said, replyKey === undefined ? undefined : { key: replyKey, startedAt, replaces }, isVerbose);
  }, [initial, messages, replyKey, startedAt, replaces, isVerbose]);
  before.current = keepSameRows(before.current, rows);
  return before.current;
}

/** The bot's opening line, unless the conversation has it already. */
function useInitialMessage(messages: readonly Message[]): Message | undefined {
  const words = useWords();
  const configured = useConfig((config) => config.initial);
  const text = words.initial === '' ? configured : words.initial;
  const isThere = messages.some((message) => message.type === 'initial');
  return useMemo(() => (text.trim() === '' || isThere ? undefined : { id: 'sotto-initial', type: 'initial', text }), [text, isThere]);
}

/** Rows that came after the list was first drawn rise into place; stored ones are simply there. */
function useFreshRows(rows: readonly Row[]): ReadonlySet<string> {
  const known = useRef<Set<string>>(undefined);
  const fresh = useRef(new Set<string>());
  known.current ??= new Set(rows.map((row) => row.key));
  const added = rows.filter((row) => known.current?.has(row.key) === false);
  // Many at once are a conversation that was read from storage or the server.
  if (added.length <= 2) for (const row of added) fresh.current.add(row.key);
  for (const row of added) known.current.add(row.key);
  return fresh.current;
}

/** Whoever sends a message wants to see it. */
function useJumpOnSend(rows: readonly Row[], jump: () => void): void {
  const lastSent = rows.findLast((row) => row.speaker === 'user')?.key;
  const before = useRef(lastSent);
  useEffect(() => {
    if (before.current === lastSent) return;
    before.current = lastSent;
    jump();
  }, [lastSent, jump]);
}

function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(event.target instanceof HTMLElement) || !event.target.matches('.sotto-scroller, .sotto-message')) return;
  const articles = [...event.currentTarget.querySelectorAll<HTMLElement>('.sotto-message')];
  const at = articles.indexOf(event.target);
  const next = { ArrowUp: at < 0 ? articles.length - 1 : at - 1, ArrowDown: at < 0 ? articles.length : at + 1, Home: 0, End: articles.length - 1 }[event.key];
  if (next === undefined) return;
  const target = articles[next];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
