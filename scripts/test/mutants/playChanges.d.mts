export interface Change {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly project: string;
  readonly tests: string | readonly string[];
}
export interface PlayedChange {
  readonly change: Change;
  readonly state: 'caught' | 'survived' | 'broken' | 'left out';
  readonly failed: readonly { readonly title: string; readonly message: string }[];
  readonly detail: string;
}
export function playChanges(
  changes: readonly Change[],
  options?: { onResult?: (result: PlayedChange) => void; until?: number },
): PlayedChange[];
