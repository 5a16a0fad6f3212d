/** What reading one document may cost. */
export interface ReadLimits {
  /** For a library in a thread of its own, in milliseconds. */
  readonly timeoutMs: number;
  /** Most bytes that an archive may unfold to: what says more is refused before it is unfolded. */
  readonly unfoldedMaxBytes: number;
}

/** For what an owner gives a dataset: half a minute, 64 MiB. */
export const DATASET_LIMITS: ReadLimits = { timeoutMs: 30_000, unfoldedMaxBytes: 67_108_864 };
