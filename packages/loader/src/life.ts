import type { Shell } from './shell';
import type { CloseReason, OpenReason } from './types';

/** What the element chunk adds to a shell. */
export interface Life {
  setOpen(isOpen: boolean, reason: OpenReason | CloseReason, focus?: boolean): void;
  /** Makes the frame. */
  mount(): Promise<unknown>;
  end(): void;
}

/** The element chunk, as `import()` gives it. */
export interface LifeModule {
  startLife(shell: Shell): Life;
}
