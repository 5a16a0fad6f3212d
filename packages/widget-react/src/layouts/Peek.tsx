import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Message } from '@sotto/widget-core';
import { fillWord, openingMessages } from '@sotto/widget-core/internal';
import { CloseIcon } from '../icons/icons';
import { inertWhen } from '../hooks/inertWhen';
import { readPlainText } from '../hooks/readPlainText';
import { useWidget } from '../hooks/useWidget';
import { useConfig, useConversation, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { Avatar } from '../chrome/SafeImage';
import { LazyMessageText } from '../messages/LazyMessageText';

/** Size of the preview including its shadow, in CSS pixels. */
export interface PeekSize {
  readonly width: number;
  readonly height: number;
}

interface PeekProps {
  readonly onOpen: () => void;
  /** Called when the size changes, and with undefined when the preview is removed. */
  readonly onSize?: ((size: PeekSize | undefined) => void) | undefined;
}

/**
 * Preview of the bot's newest message beside the launcher [W-4]: at most three paragraphs, rendered as in the chat
 * but not interactive.
 */
export function Peek({ onOpen, onSize }: PeekProps) {
  const widget = useWidget();
  const words = useWords();
  const language = useWidgetView((view) => view.language);
  const id = useId();
  const title = useConfig((config) => config.barTitle);
  const math = useConfig((config) => config.math);
  const message = usePeekMessage();
  const text = firstParagraphs(message?.text ?? '');
  const plain = usePlainText(text);
  const root = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isLong = useIsCut(body);
  useReportSize(root, onSize);
  if (!message) return null;
  const speaker = fillWord(words.botSaid, { name: words.title || title });
  return (
    <section ref={root} className="sotto-peek" aria-label={speaker}>
      <div className="sotto-peek-card">
        <Avatar />
        <div ref={body} className="sotto-peek-body" data-by="bot" data-long={isLong || undefined} {...inertWhen(true)}>
          <LazyMessageText className="sotto-peek-text" text={text} isGrowing={false} isFromBot math={math} />
        </div>
        <p className="sotto-hidden" role="status" id={id} dir="auto">
          {plain}
        </p>
        <button
          type="button"
          className="sotto-peek-open"
          // "Open chat" alone is the name of the launcher beside it.
          aria-label={`${words.open}, ${fillWord(words.newMessageCount, { count: 1 }, language)}`}
          aria-describedby={id}
          onClick={onOpen}
        />
        <button
          type="button"
          className="sotto-peek-close"
          aria-label={words.dismiss}
          title={words.dismiss}
          onClick={() => {
            widget.view.dismissPeek();
          }}
        >
          <CloseIcon />
        </button>
      </div>
    </section>
  );
}

function usePeekMessage(): Message | undefined {
  const id = useWidgetView((view) => view.peekMessageId);
  const words = useWords();
  const messages = useConversation((state) => state.messages);
  const peekMessage = useMemo(() => messages.findLast((message) => message.id === id), [messages, id]);
  return peekMessage ?? openingMessages(words).find((message) => message.id === id);
}

/** Plain text for screen readers. */
function usePlainText(text: string): string {
  const [plain, setPlain] = useState('');
  useEffect(() => {
    let isWanted = true;
    Promise.resolve(readPlainText(text)).then(
      (read) => {
        if (isWanted) setPlain(read);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return plain;
}

/** Whether the text is cut off and therefore fades out. */
function useIsCut(body: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = body.current;
    const inner = element?.firstElementChild;
    if (!element || !inner) return;
    const watcher = new ResizeObserver(() => {
      setCut(element.scrollHeight > element.clientHeight + 1);
    });
    watcher.observe(inner);
    return () => {
      watcher.disconnect();
    };
  });
  return isCut;
}

/** Reports the size of an element whenever it changes, and undefined when it is removed. */
export function useReportSize(root: RefObject<HTMLElement | null>, onSize: PeekProps['onSize']): void {
  const report = useRef(onSize);
  useLayoutEffect(() => {
    report.current = onSize;
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect();
      report.current?.({ width: Math.ceil(width), height: Math.ceil(height) });
    };
    // Observers do not run in a hidden frame, so the first size is measured directly.
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      report.current?.(undefined);
    };
  }, [root]);
}

/** Maximum number of paragraphs of a preview. Specification, section 9 [W-4]. */
const PEEK_MAX_PARAGRAPHS = 3;

/** The first three paragraphs of a markdown text. Blank lines inside code do not count. */
export function firstParagraphs(text: string): string {
  const lines = text.trim().split('\n');
  const kept: string[] = [];
  let fence: string | undefined;
  let paragraphs = 1;
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence;
    const isBetween = line.trim() === '' && fence === undefined;
    if (isBetween && lines[index - 1]?.trim() !== '') paragraphs += 1;
    if (paragraphs > PEEK_MAX_PARAGRAPHS) break;
    kept.push(line);
  }
  return kept.join('\n').trimEnd();
}
