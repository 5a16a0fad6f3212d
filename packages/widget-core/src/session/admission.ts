import { isWidgetError } from '../errors';
import { rootError, withRetry, type Patience } from '../http/retry';
import type { SessionManager } from './sessionManager';

/** Lets a visitor see what is stored under their name. */
export interface Admission {
  /**
   * Shows what is stored: at once when it was stored with the proof that the page shows, otherwise when the server has
   * taken that proof.
   */
  readonly start: (mayShow: boolean) => void;
  /** Asks the server now, unless it is being asked. */
  readonly ask: () => void;
  readonly isAdmitted: () => boolean;
}

/** What admitting needs. */
export interface AdmissionOptions {
  readonly session: SessionManager;
  readonly patience: Patience;
  /** Aborted when the conversation is closed. */
  readonly closed: AbortSignal;
  readonly onLoading: (isLoading: boolean) => void;
  /** Nothing may be shown until the server has answered. */
  readonly onAsking: () => void;
  /**
   * The server has taken the proof. `isOther`: what is stored is of a conversation that is over, and no part of this
   * one.
   */
  readonly onAdmitted: (isOther: boolean) => void;
  readonly onRefused: (error: unknown) => void;
}

/**
 * A page that claims to show somebody may be lying, and a browser cannot check a proof: until the server has, nothing
 * that this browser stores of them is read, and messages of other tabs are ignored.
 */
export function createAdmission({
  session,
  patience,
  closed,
  onLoading,
  onAsking,
  onAdmitted,
  onRefused,
}: AdmissionOptions): Admission {
  let isAdmitted = false;
  let isAsking = false;

  function admit(isOther: boolean): void {
    isAdmitted = true;
    onAdmitted(isOther);
  }
  function refused(error: unknown): void {
    // Restarted in between: nothing is stored any more.
    if (isWidgetError(error) && rootError(error).code === 'ABORTED') admit(false);
    else onRefused(error);
  }
  function ask(): void {
    if (isAsking || isAdmitted) return;
    isAsking = true;
    onLoading(true);
    const before = session.current()?.conversationId;
    withRetry(patience, closed, session.getFresh)
      .then(({ conversationId }) => {
        if (!closed.aborted) admit(before !== undefined && before !== conversationId);
      })
      .catch((error: unknown) => {
        if (!closed.aborted) refused(error);
      })
      .finally(() => {
        isAsking = false;
        onLoading(false);
      });
  }

  return {
    start(mayShow) {
      if (mayShow) return admit(false);
      onAsking();
      ask();
    },
    ask,
    isAdmitted: () => isAdmitted,
  };
}
