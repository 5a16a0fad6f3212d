import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { MessageItem } from '../MessageItem';
import type { Row } from '../../hooks/messageContext';
import type { ChunkForm, ChunkWatcher } from './watchChunks';

interface MessageChunkProps {
  readonly rows: readonly Row[];
  /** Always drawn: the newest messages, and where the reader was. */
  readonly isKept: boolean;
  /** The last piece: its last message is the newest. */
  readonly isNewest: boolean;
  readonly fresh: ReadonlySet<string>;
  /** Undefined as long as every message is near. */
  readonly watcher: ChunkWatcher | undefined;
}

/**
 * Messages that are near the reader are drawn; others are one cheap piece of text that a browser lays out when it is
 * needed.
 */
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

/**
 * One child of the piece, not many: React keeps the list of removed children, and the props of before, until a piece
 * changes again.
 */
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
