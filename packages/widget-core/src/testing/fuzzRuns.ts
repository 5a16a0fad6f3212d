import type { Parameters } from 'fast-check';

/** The core knows no Node; its tests run in one. */
const { env } = (globalThis as unknown as { process: { env: Readonly<Record<string, string | undefined>> } }).process;

/** How often a property is tried: the same cases in every run. `SOTTO_FUZZ_RUNS` asks for more, `SOTTO_FUZZ_SEED` for others. */
export const FUZZ: Parameters<unknown> = { numRuns: Number(env['SOTTO_FUZZ_RUNS'] ?? 150), seed: Number(env['SOTTO_FUZZ_SEED'] ?? 20_261_121) };
