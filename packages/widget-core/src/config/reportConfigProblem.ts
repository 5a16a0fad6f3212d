/** A setting that could not be used as it was given. */
export interface ConfigProblem {
  /** The setting, with dots into objects: `position`, `theme.config.barPrimary`. */
  readonly key: string;
  /** What is wrong, what is allowed and what is used instead, as a sentence for the person who wrote the page. */
  readonly message: string;
}

/**
 * Called with settings that could not be used. Whoever resolves a config decides where it goes; nothing is printed here.
 */
export type ReportConfigProblem = (problem: ConfigProblem) => void;
