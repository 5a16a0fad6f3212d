import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/** What one fault did, over all its tries. */
export interface Entry {
  /** Ids of the catalogue, as `F101`. */
  readonly ids: string;
  readonly what: string;
  tried: number;
  /** Messages that are gone, differ, or stand in another order than at the server. */
  lost: number;
  doubled: number;
  /** From the fault to the next sign of life, in milliseconds. */
  recoveries: number[];
}

/** Where `npm run faults` reads what came of it. */
const FILE = process.env['SOTTO_FAULT_FIGURES'];

/** Counts what happens to messages under one kind of fault. */
export interface Ledger extends Entry {
  /**
   * Compares what was sent, what the visitor reads and what the server keeps, as `type: text`. `note`: how to try it
   * again.
   */
  compare(sent: readonly string[], read: readonly string[], stored: readonly string[], note?: string): void;
  /** Writes the figures down, and fails when a message was lost or doubled. */
  close(): void;
}

/** @see Ledger */
export function createLedger(ids: string, what: string): Ledger {
  const wrong: string[] = [];
  const ledger: Ledger = {
    ids,
    what,
    tried: 0,
    lost: 0,
    doubled: 0,
    recoveries: [],
    compare(sent, read, stored, note = '') {
      ledger.tried += 1;
      const doubled = [...new Set(sent)].reduce(
        (sum, line) =>
          sum +
          Math.max(0, count(stored, line) - count(sent, line)) +
          Math.max(0, count(read, line) - count(sent, line)),
        0,
      );
      const lost = [...new Set(sent)].reduce(
        (sum, line) => sum + Math.max(0, count(sent, line) - count(stored, line)),
        0,
      );
      const differs = doubled === 0 && lost === 0 && JSON.stringify(read) !== JSON.stringify(stored) ? 1 : 0;
      ledger.doubled += doubled;
      ledger.lost += lost + differs;
      if (doubled + lost + differs > 0)
        wrong.push(`${note}\n  sent ${show(sent)}\n  read ${show(read)}\n  kept ${show(stored)}`);
    },
    close() {
      const { compare: _, close: __, ...entry } = ledger;
      if (FILE !== undefined) appendFileSync(FILE, `${JSON.stringify(entry)}\n`);
      expect(
        wrong.slice(0, 3).join('\n'),
        `${ids}: lost ${String(ledger.lost)}, doubled ${String(ledger.doubled)} of ${String(ledger.tried)}`,
      ).toBe('');
      expect(ledger.tried).toBeGreaterThan(0);
    },
  };
  return ledger;
}

function count(lines: readonly string[], line: string): number {
  return lines.filter((other) => other === line).length;
}

function show(lines: readonly string[]): string {
  return JSON.stringify(lines.map((line) => (line.length > 120 ? `${line.slice(0, 60)}…${line.slice(-50)}` : line)));
}
