import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

/** One hostile text, and what it did where nothing guards. */
export interface Attack {
  readonly id: string;
  /** Such as `markdown-image`, `mermaid`, `widget-block:card`, `exfil-zeroclick`, `dos-katex`. */
  readonly kind: string;
  readonly syntax: 'html' | 'markdown' | 'json' | 'mermaid' | 'katex' | 'text';
  /** What it did in an unprotected renderer, joined by `+`; '' when that is not known. */
  readonly control: string;
  readonly payload: string;
}

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly syntax: string;
  readonly control?: string;
  readonly payload?: string;
  readonly gen?: string;
}

const OWN = fileURLToPath(new URL('corpus', import.meta.url));
const FILES = ['content-attacks.json', 'exfiltration-and-dos.json'];
/** Kinds that are no text of a message: they are proven where they belong. */
const ELSEWHERE = new Set(['ssrf', 'exfil-tool', 'dos-stream']);

/** Every attack that a message, a setting or a preview can carry; from the project, or from `SOTTO_ATTACK_CORPUS`. */
export function readAttacks(): readonly Attack[] {
  const folder = process.env['SOTTO_ATTACK_CORPUS'] ?? OWN;
  const missing = FILES.find((file) => !existsSync(join(folder, file)));
  if (missing !== undefined) throw new Error(`${folder} has no ${missing}`);
  return FILES.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Entry[])
    .filter(({ kind }) => !ELSEWHERE.has(kind))
    .map(({ id, kind, syntax, control = '', payload, gen = "''" }) => ({
      id,
      kind,
      syntax: syntax as Attack['syntax'],
      control,
      payload: payload ?? String(runInNewContext(gen)),
    }));
}

/** Every n-th of each kind, and what was live in the control first: a small set that still has all kinds. */
export function chooseCore(attacks: readonly Attack[], perKind: number): readonly Attack[] {
  const byKind = new Map<string, Attack[]>();
  for (const attack of attacks) byKind.set(attack.kind, [...(byKind.get(attack.kind) ?? []), attack]);
  return [...byKind.values()].flatMap((group) => {
    const live = group.filter(({ control }) => control !== 'inert');
    const pool = live.length >= perKind ? live : group;
    const step = Math.max(1, pool.length / perKind);
    return Array.from({ length: Math.min(perKind, pool.length) }, (_, index) => pool[Math.floor(index * step)]).filter(
      (attack) => attack !== undefined,
    );
  });
}
