import { csvBody, type CsvCell } from '../lib/csv';
import type { AppContext } from './appEnv';

/**
 * Sends a CSV file as an uncached download.
 *
 * @param name - base name of the file: `contacts-2026-11-23`
 */
export function sendCsv(
  context: AppContext,
  name: string,
  columns: readonly string[],
  rows: AsyncGenerator<readonly (readonly CsvCell[])[], void>,
): Response {
  return context.body(csvBody(columns, rows), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="sotto-${name}.csv"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}
