import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Message, ScrollPlace } from '@sotto/widget-core';
import { lazyPart } from '../../hooks/lazyPart';
import { useAutoScroll } from './useAutoScroll';
import { useSteadyPieces } from '../../hooks/useSteady';
import { useWidget } from '../../hooks/useWidget';
import { useConfig, useConversation, useWords } from '../../hooks/useWidgetStore';
import { MessageChunk } from './MessageChunk';
import type { Row } from '../../hooks/messageContext';
import {
  CHUNK_SIZE,
  createFreshRows,
  createRowKeeper,
  firstDrawnChunk,
  selectReplaced,
  selectReplyKey,
  toRows,
} from './messageRows';
import type { ChunkWatcher } from './watchChunks';
import { ComponentsContext, Replaceable, useOwnComponents, type OwnComponents } from '../../parts/components';
import { BotIcon } from '../../icons/icons';
import { SafeImage } from '../../chrome/SafeImage';
import { LazyMessageText } from '../LazyMessageText';

const ListEnd = lazyPart(() => import('../messageDetails').then((part) => part.ListEnd), null, { isFirst: true });
const JumpToNewest = lazyPart(() => import('./JumpToNewest').then((part) => part.JumpToNewest), null, {
  isFirst: true,
});

/** Options of a message list. */
export interface MessageListProps {
  /** Renders the content of each message, instead of the part `Message`. May be inline. */
  readonly renderMessage?: OwnComponents['renderMessage'];
}

/** The messages, newest at the bottom. Arrow keys move between messages, Home and End to the first and last. */
export function MessageList({ renderMessage }: MessageListProps) {
  const own = useOwnComponents();
  const withMessages = useMemo<OwnComponents>(() => ({ ...own, renderMessage }), [own, renderMessage]);
  const words = useWords();
  const widget = useWidget();
  const autoScroll = useConfig((config) => config.autoScroll);
  const rows = useRows();
  const chunks = useSteadyPieces(rows, CHUNK_SIZE);
  const [place] = useState(() => widget.view.readScrollPlace());
  const keep = useCallback(
    (now: ScrollPlace | undefined) => {
      widget.view.keepScrollPlace(now);
    },
    [widget],
  );
  const { scroller, content, isAway, follow, endOpening, jump } = useAutoScroll(autoScroll, place, keep);
  const firstDrawn = firstDrawnChunk(rows.length);
  const watcher = useWatcher(firstDrawn > 0, scroller);
  const [findFresh] = useState(createFreshRows);
  const fresh = useMemo(() => findFresh(rows), [findFresh, rows]);
  useJumpOnSend(rows, fresh, jump);
  // Synchronously: a list that received a whole conversation must not look as if the visitor had scrolled.
  useLayoutEffect(() => {
    if (fresh.size > 0) endOpening();
    follow();
  }, [rows, fresh, endOpening, follow]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { currentTarget: list, target, key } = event;
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      !['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)
    )
      return;
    if (!(target instanceof HTMLElement) || !target.matches('.sotto-scroller, .sotto-message')) return;
    event.preventDefault();
    import('./moveBetween').then(
      (part) => {
        part.moveBetween(list, rows, watcher, key);
      },
      () => undefined,
    );
  };

  return (
    <div className="sotto-list-frame">
      <section
        ref={scroller}
        className="sotto-scroller"
        aria-label={words.conversation}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div ref={content} className="sotto-messages">
          <Welcome isEmpty={rows.length === 0} />
          <ComponentsContext.Provider value={renderMessage ? withMessages : own}>
            {chunks.map((chunk, index) => (
              <MessageChunk
                key={index}
                rows={chunk}
                isKept={index >= firstDrawn || chunk.some(({ key }) => key === place?.key)}
                isNewest={!chunks[index + 1]}
                fresh={fresh}
                watcher={watcher}
              />
            ))}
          </ComponentsContext.Provider>
          <ListEnd />
        </div>
      </section>
      <JumpToNewest list={scroller} isShown={isAway} messageCount={rows.length} onJump={jump} />
    </div>
  );
}

function useRows(): readonly Row[] {
  const messages = useConversation((state) => state.messages);
  const replyKey = useConversation(selectReplyKey);
  const startedAt = useConversation((state) => state.reply?.startedAt ?? 0);
  const replaces = useConversation(selectReplaced);
  const isVerbose = useConfig((config) => config.verbose);
  const initial = useInitialMessage(messages);
  const [keepSame] = useState(createRowKeeper);
  return useMemo(() => {
    const shownMessages = initial ? [initial, ...messages] : messages;
    const reply = replyKey === undefined ? undefined : { key: replyKey, startedAt, replaces };
    return keepSame(toRows(shownMessages, reply, isVerbose));
  }, [initial, messages, replyKey, startedAt, replaces, isVerbose, keepSame]);
}

/** Loaded with the first conversation longer than a few screens. */
function useWatcher(isLong: boolean, scroller: RefObject<HTMLElement | null>): ChunkWatcher | undefined {
  const [watcher, setWatcher] = useState<ChunkWatcher>();
  useEffect(() => {
    if (!isLong) return;
    let made: ChunkWatcher | undefined;
    let isWanted = true;
    import('./watchChunks')
      .then((part) => part.watchChunks)
      .then(
        (watchChunks) => {
          if (!isWanted || !scroller.current) return;
          made = watchChunks(scroller.current);
          setWatcher(made);
        },
        // If it cannot be loaded, older messages stay plain text.
        () => undefined,
      );
    return () => {
      isWanted = false;
      made?.close();
    };
  }, [isLong, scroller]);
  return watcher;
}

/** The bot's opening message, unless the conversation already contains it. */
function useInitialMessage(messages: readonly Message[]): Message | undefined {
  const words = useWords();
  const configured = useConfig((config) => config.initial);
  const text = words.initial === '' ? configured : words.initial;
  const isThere = useMemo(() => messages.some((message) => message.type === 'initial'), [messages]);
  return useMemo(
    () => (text.trim() === '' || isThere ? undefined : { id: 'sotto-initial', type: 'initial', text }),
    [text, isThere],
  );
}

/** Scrolls to a message that the visitor has sent; messages loaded from storage or the server do not scroll. */
function useJumpOnSend(rows: readonly Row[], fresh: ReadonlySet<string>, jump: () => void): void {
  const { conversation } = useWidget();
  const lastSent = useMemo(() => rows.findLast((row) => row.speaker === 'user')?.key, [rows]);
  useEffect(() => {
    if (lastSent !== undefined && fresh.has(lastSent) && Object.hasOwn(conversation.getState().deliveries, lastSent))
      jump();
  }, [lastSent, fresh, jump, conversation]);
}

/** The intro above the conversation; without messages it is shown as a welcome. */
function Welcome({ isEmpty }: { readonly isEmpty: boolean }) {
  const words = useWords();
  const configured = useConfig((config) => config.intro);
  const math = useConfig((config) => config.math);
  const barTitle = useConfig((config) => config.barTitle);
  const icon = useConfig((config) => config.botIcon ?? config.barIcon);
  const text = (words.intro === '' ? configured : words.intro).trim();
  const title = words.title === '' ? barTitle : words.title;
  if (!isEmpty && text === '') return null;
  return (
    <Replaceable name="Welcome" given={{ isEmpty, title, text }}>
      <div className="sotto-welcome" data-empty={isEmpty || undefined}>
        {isEmpty && (
          <span className="sotto-welcome-icon" aria-hidden="true">
            <SafeImage address={icon} fallback={<BotIcon />} />
          </span>
        )}
        {text !== '' ? (
          <LazyMessageText
            className="sotto-intro"
            text={text}
            isGrowing={false}
            isFromBot
            math={math}
            headingLevel={2}
          />
        ) : (
          <p className="sotto-welcome-title">{title}</p>
        )}
      </div>
    </Replaceable>
  );
}
