import { useMemo } from 'react';
import { fillWord } from '@sotto/widget-core/internal';
import { useConfig, useWords } from '../../hooks/useWidgetStore';
import type { Row, Speaker } from '../../hooks/messageContext';

/** Estimated height of a message that has not been rendered, in CSS pixels: its margins, and characters per line. */
const ESTIMATE = { edgesPx: 34, linePx: 23, lineLength: 44 } as const;

/** Messages far from the reader, as text. */
export function FarMessages({ rows }: { readonly rows: readonly Row[] }) {
  const words = useWords();
  const title = useConfig((config) => config.barTitle);
  return useMemo(() => {
    const botSaid = fillWord(words.botSaid, { name: words.title || title });
    return chunkText(rows, (speaker) => (speaker === 'user' ? words.youSaid : speaker === 'bot' ? botSaid : ''));
  }, [rows, words, title]);
}

/** A chunk as plain text, for find-in-page, select-all and printing. */
export function chunkText(rows: readonly Row[], nameOf: (speaker: Speaker) => string): string {
  return rows.map(({ speaker, message }) => `${nameOf(speaker)}\n${message?.text ?? ''}`.trim()).join('\n\n');
}

/** Estimated height of a chunk, in CSS pixels. */
export function estimateHeightPx(rows: readonly Row[]): number {
  return rows.reduce((sum, { message }) => {
    const lines = (message?.text ?? '').split('\n');
    return (
      sum +
      ESTIMATE.edgesPx +
      ESTIMATE.linePx *
        lines.reduce((count, line) => count + Math.max(1, Math.ceil(line.length / ESTIMATE.lineLength)), 0)
    );
  }, 0);
}
