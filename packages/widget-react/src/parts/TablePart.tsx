import { memo, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ColumnAlign, Inline, TableBlock, TableRow } from '@sotto/widget-core/content';
import { inlineText } from '@sotto/widget-core/content';
import { useIsStreamed } from '../hooks/messageContext';
import { useWords } from '../hooks/useWidgetStore';
import { textDirection } from '../lib/textDirection';
import { InlineContent } from './InlineContent';

const NUMBER = /^[\s\p{Sc}+−–-]*\d[\d\s.,'’]*\s*(?:%|\p{Sc}|[A-Z]{3}|[a-zA-Zµ]{1,3})?$/u;

/**
 * A scrollable table. Its columns run in the direction of the header's text. Numeric columns are aligned at the end
 * unless the author aligned them.
 */
export function TablePart({ block }: { readonly block: TableBlock }) {
  const words = useWords();
  const table = useRef<HTMLTableElement>(null);
  const widths = useFixedColumns(table);
  const read = block.align.map((align, column) => align ?? (isNumeric(block, column) ? 'right' : undefined)).join();
  const [first] = useState(read);
  const key = widths ? first : read;
  const aligns = key.split(',') as ColumnAlign[];
  // Markdown tables have no caption, so the header describes it.
  const columns = block.header.cells
    .map((cell) => inlineText(cell).trim())
    .filter((name) => name !== '')
    .join(', ');
  return (
    <div
      className="sotto-table-scroll"
      tabIndex={0}
      role="group"
      aria-label={columns || words.conversation}
      dir={textDirection(block.header.cells.map((cell) => inlineText(cell.filter(isProse))).join())}
    >
      <table
        ref={table}
        className="sotto-table"
        data-fixed={widths ? true : undefined}
        style={widths && { inlineSize: widths.reduce((sum, widthPx) => sum + widthPx, 0) }}
      >
        {widths && (
          <colgroup>
            {widths.map((widthPx, column) => (
              <col key={column} style={{ inlineSize: widthPx }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {block.header.cells.map((cell, column) =>
              cell.length === 0 ? (
                // An empty cell is not a header.
                <td key={column} />
              ) : (
                <th key={column} scope="col" data-align={aligns[column] || undefined} dir="auto">
                  <InlineContent inlines={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <Row key={row.id} row={row} aligns={key} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Column widths of a streaming table after its first row, in CSS pixels: later rows wrap instead of resizing columns
 * being read. Valid until the table's own width changes.
 */
function useFixedColumns(table: RefObject<HTMLTableElement | null>): readonly number[] | undefined {
  const isStreamed = useIsStreamed();
  const [widths, setWidths] = useState<readonly number[]>();
  useLayoutEffect(() => {
    const element = table.current;
    const scroller = element?.parentElement;
    if (!isStreamed || !element || !scroller) return;
    let measured: number | undefined;
    // Called once before the first paint, then for each new size.
    const sizes = new ResizeObserver(() => {
      const { clientWidth } = scroller;
      if (measured === clientWidth) return;
      const isFirst = measured === undefined;
      measured = clientWidth;
      setWidths(
        isFirst
          ? [...element.querySelectorAll('thead :is(th, td)')].map((cell) => cell.getBoundingClientRect().width)
          : undefined,
      );
      if (!isFirst) sizes.disconnect();
    });
    sizes.observe(scroller);
    return () => {
      sizes.disconnect();
    };
  }, [table, isStreamed]);
  return widths;
}

const Row = memo(function Row({ row, aligns }: { readonly row: TableRow; readonly aligns: string }) {
  const align = aligns.split(',') as ColumnAlign[];
  return (
    <tr>
      {row.cells.map((cell, column) => (
        <td key={column} data-align={align[column] || undefined} dir="auto">
          <InlineContent inlines={cell} />
        </td>
      ))}
    </tr>
  );
});

/** Code is written left to right in every language. */
const isProse = ({ kind }: Inline): boolean => kind !== 'code';

/** Examines only the first rows, so that long tables cost no more. */
function isNumeric(block: TableBlock, column: number): boolean {
  const cells = block.rows
    .slice(0, 3)
    .map((row) => inlineText(row.cells[column] ?? []).trim())
    .filter((text) => text !== '');
  return cells.length > 0 && cells.every((text) => NUMBER.test(text));
}
