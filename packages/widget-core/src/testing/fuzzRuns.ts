import fc, { type Parameters, type RunDetails } from 'fast-check';

/** The core knows no Node; its tests run in one. */
const { env, stdout } = (
  globalThis as unknown as {
    process: { env: Readonly<Record<string, string | undefined>>; stdout: { write(text: string): void } };
  }
).process;

/**
 * How often a property is tried: the same cases in every run. `SOTTO_FUZZ_RUNS` asks for more, `SOTTO_FUZZ_SEED` for
 * others.
 *
 * Each run says its seed, so that what a night of other seeds found can be had again.
 */
export const FUZZ: Parameters<unknown> = {
  numRuns: Number(env['SOTTO_FUZZ_RUNS'] ?? 150),
  seed: Number(env['SOTTO_FUZZ_SEED'] ?? 20_261_121),
  reporter: report,
};

function report(run: RunDetails<unknown>): void {
  stdout.write(`fuzz: seed ${String(run.seed)}, ${String(run.numRuns)} runs\n`);
  if (run.failed) throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance });
}
