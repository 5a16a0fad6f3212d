import { useMemo } from 'react';
import { fillWord } from '@sotto/widget-core/internal';
import { useConfig, useWords } from '../../hooks/useWidgetStore';
import type { Row, Speaker } from '../../hooks/messageContext';

/**
 * Roughly what a message takes that nobody has drawn yet, in CSS pixels: its edges, and a line of so many characters.
 */
const ESTIMATE = { edgesPx: 34, linePx: 23, lineLength: 44 } as const;

/** Messages that are not near, as text. */
export function FarMessages({ rows }: { readonly rows: readonly Row[] }) {
  const words = useWords();
  const title = useConfig((config) => config.barTitle);
  return useMemo(() => {
    const botSaid = fillWord(words.botSaid, { name: words.title || title });
    return chunkText(rows, (speaker) => (speaker === 'user' ? words.youSaid : speaker === 'bot' ? botSaid : ''));
  }, [rows, words, title]);
}

/** A piece as plain text: what find-in-page, select-all and print need of messages that are not drawn. */
export function chunkText(rows: readonly Row[], nameOf: (speaker: Speaker) => string): string {
  return rows.map(({ speaker, message }) => `${nameOf(speaker)}\n${message?.text ?? ''}`.trim()).join('\n\n');
}

/** How high a piece will be, roughly, in CSS pixels. */
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
