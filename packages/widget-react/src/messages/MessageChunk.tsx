import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { MessageItem } from './MessageItem';
import type { Row } from './messageRows';
import type { ChunkForm, ChunkWatcher } from './watchChunks';

interface MessageChunkProps {
  readonly rows: readonly Row[];
  /** Always drawn: the newest messages, and where the reader was. */
  readonly isKept: boolean;
  /** Of its last row, in the last piece only. */
  readonly newestKey: string | undefined;
  readonly fresh: ReadonlySet<string>;
  /** Undefined as long as every message is near. */
  readonly watcher: ChunkWatcher | undefined;
}

/** Messages that are near the reader are drawn; others are one cheap piece of text that a browser lays out when it is needed. */
export const MessageChunk = memo(function MessageChunk({ rows, isKept, newestKey, fresh, watcher }: MessageChunkProps) {
  const element = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<ChunkForm>({ isDrawn: isKept, heightPx: undefined });
  useEffect(() => (element.current ? watcher?.observe(element.current, isKept, setForm) : undefined), [watcher, isKept]);

  const isDrawn = form.isDrawn || isKept;
  const heightPx = useMemo(() => (isDrawn ? 0 : (form.heightPx ?? watcher?.estimateHeightPx(rows) ?? 0)), [isDrawn, form, rows, watcher]);
  return (
    <div ref={element} className="sotto-chunk" data-text={isDrawn ? undefined : ''} style={isDrawn ? undefined : { containIntrinsicBlockSize: `${heightPx}px` }}>
      {isDrawn ? rows.map((row) => <MessageItem key={row.key} row={row} isFresh={fresh.has(row.key) && !row.message?.versions} isNewest={row.key === newestKey} />) : watcher && <watcher.FarMessages rows={rows} />}
    </div>
  );
});
