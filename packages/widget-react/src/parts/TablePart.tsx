import { memo } from 'react';
import type { ColumnAlign, TableBlock, TableRow } from '@sotto/widget-core/content';
import { inlineText } from '@sotto/widget-core/content';
import { useWords } from '../hooks/useWidgetStore';
import { InlineContent } from './InlineContent';

const NUMBER = /^[\s\p{Sc}+−–-]*\d[\d\s.,'’]*\s*(?:%|\p{Sc}|[A-Z]{3}|[a-zA-Zµ]{1,3})?$/u;

/** A table with its own scroll. Columns of numbers are aligned at their end unless the author says otherwise. */
export function TablePart({ block }: { readonly block: TableBlock }) {
  const words = useWords();
  const aligns = block.align.map((align, column) => align ?? (isNumeric(block, column) ? 'right' : undefined));
  const key = aligns.join();
  // A table of markdown has no name of its own: what it is about stands over its columns.
  const columns = block.header.cells
    .map((cell) => inlineText(cell).trim())
    .filter((name) => name !== '')
    .join(', ');
  return (
    <div className="sotto-table-scroll" tabIndex={0} role="group" aria-label={columns || words.conversation}>
      <table className="sotto-table">
        <thead>
          <tr>
            {block.header.cells.map((cell, column) => (
              <th key={column} scope="col" data-align={aligns[column]} dir="auto">
                <InlineContent inlines={cell} />
              </th>
            ))}
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

const Row = memo(function Row({ row, aligns }: { readonly row: TableRow; readonly aligns: string }) {
  const align = aligns.split(',') as ColumnAlign[];
  return (
    <tr>
      {row.cells.map((cell, column) => (
        <td key={column} data-align={align[column] ?? undefined} dir="auto">
          <InlineContent inlines={cell} />
        </td>
      ))}
    </tr>
  );
});

/** Looks at the first rows only, so that a long table costs no more than a short one. */
function isNumeric(block: TableBlock, column: number): boolean {
  const cells = block.rows
    .slice(0, 3)
    .map((row) => inlineText(row.cells[column] ?? []).trim())
    .filter((text) => text !== '');
  return cells.length > 0 && cells.every((text) => NUMBER.test(text));
}
