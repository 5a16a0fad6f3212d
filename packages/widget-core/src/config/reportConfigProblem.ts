/** An invalid setting. */
export interface ConfigProblem {
  /** Path of the setting: `position`, `theme.config.barPrimary`. */
  readonly key: string;
  /** What is wrong, what is allowed and what is used instead, as a sentence for the page's developer. */
  readonly message: string;
}

/** Called with invalid settings. The caller of `resolveConfig` decides what to do with them; nothing is logged here. */
export type ReportConfigProblem = (problem: ConfigProblem) => void;
