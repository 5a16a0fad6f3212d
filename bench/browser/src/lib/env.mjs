// Everything the harness needs to know about the machine comes from the
// environment or from the command line; nothing is hard-coded.
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** The project's own checkout: its built packages are contenders. */
export const PROJECT = path.resolve(ROOT, '../..');
export const BUILD = process.env.PERF_BUILD_DIR ?? path.join(ROOT, '.build');
export const RESULTS = process.env.PERF_RESULTS_DIR ?? path.join(ROOT, 'results');

export function browserPath() {
  const p = process.env.PERF_CHROME ?? process.env.CHROME_PATH;
  if (!p || !existsSync(p)) {
    throw new Error('Set PERF_CHROME to a Chromium/Chrome binary, e.g. PERF_CHROME=$(command -v chromium)');
  }
  return p;
}

export function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model ?? 'unknown',
    cores: cpus.length,
    memGiB: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    load: os.loadavg().map((n) => +n.toFixed(2)),
  };
}

/** Tiny argv parser: `--reps 5 --only a,b --quick`. */
export function parseArgs(argv = process.argv.slice(2)) {
  const out = { _: [] };
  for (let i = 0; i < argv.length; i++) {
    const a = argv[i];
    if (!a.startsWith('--')) out._.push(a);
    else if (argv[i + 1] === undefined || argv[i + 1].startsWith('--')) out[a.slice(2)] = true;
    else out[a.slice(2)] = argv[++i];
  }
  return out;
}
/**
 * Which contenders run: those named by `--only`, everything with `--all`, otherwise the usual ones (a run of about
 * twenty minutes).
 */
export const choose = (args, names, usual) => {
  const only = list(args.only);
  return names.filter((name) => (only ? only.includes(name) : args.all || usual.includes(name)));
};
export const list = (v) =>
  v
    ? String(v)
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean)
    : null;
