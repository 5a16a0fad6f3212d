import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { MessageItem } from '../MessageItem';
import type { Row } from '../../hooks/messageContext';
import type { ChunkForm, ChunkWatcher } from './watchChunks';

interface MessageChunkProps {
  readonly rows: readonly Row[];
  /** Always rendered: the newest messages, and those at the reader's position. */
  readonly isKept: boolean;
  /** Whether its last message is the newest. */
  readonly isNewest: boolean;
  readonly fresh: ReadonlySet<string>;
  /** Undefined while all messages are near. */
  readonly watcher: ChunkWatcher | undefined;
}

/** Messages near the reader are rendered; others are plain text, which the browser lays out when needed. */
export const MessageChunk = memo(function MessageChunk({ rows, isKept, isNewest, fresh, watcher }: MessageChunkProps) {
  const element = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<ChunkForm>({ isDrawn: isKept, heightPx: undefined });
  useEffect(
    () => (element.current ? watcher?.observe(element.current, isKept, setForm) : undefined),
    [watcher, isKept],
  );

  const isDrawn = form.isDrawn || isKept;
  const heightPx = useMemo(
    () => (isDrawn ? 0 : (form.heightPx ?? watcher?.estimateHeightPx(rows) ?? 0)),
    [isDrawn, form, rows, watcher],
  );
  return (
    <div
      ref={element}
      className="sotto-chunk"
      data-text={isDrawn ? undefined : ''}
      style={isDrawn ? undefined : { containIntrinsicBlockSize: `${heightPx}px` }}
    >
      {isDrawn ? (
        <NearMessages rows={rows} fresh={fresh} isNewest={isNewest} />
      ) : (
        watcher && <watcher.FarMessages rows={rows} />
      )}
    </div>
  );
});

/** A single child, because React keeps removed children and previous props until the next change of the chunk. */
function NearMessages({ rows, fresh, isNewest }: Pick<MessageChunkProps, 'rows' | 'fresh' | 'isNewest'>) {
  return rows.map((row, index) => (
    <MessageItem
      key={row.key}
      row={row}
      isFresh={fresh.has(row.key) && !row.message?.versions}
      isNewest={isNewest && !rows[index + 1]}
    />
  ));
}
