import { isWidgetError } from '../errors';
import { rootError, withRetry, type Patience } from '../http/retry';
import type { SessionManager } from './sessionManager';

/** Decides when a visitor may see what this browser stores under their name. */
export interface Admission {
  /**
   * Shows what is stored: at once if it was stored with the page's current proof, otherwise once the server has
   * accepted that proof.
   */
  readonly start: (mayShow: boolean) => void;
  /** Requests the server's decision now, unless a request is running. */
  readonly ask: () => void;
  readonly isAdmitted: () => boolean;
}

/** Options of `createAdmission`. */
export interface AdmissionOptions {
  readonly session: SessionManager;
  readonly patience: Patience;
  /** Aborted when the conversation is closed. */
  readonly closed: AbortSignal;
  readonly onLoading: (isLoading: boolean) => void;
  /** Called before the request: nothing may be shown until the server has answered. */
  readonly onAsking: () => void;
  /** The server accepted the proof. `isOther`: what is stored belongs to another, ended conversation. */
  readonly onAdmitted: (isOther: boolean) => void;
  readonly onRefused: (error: unknown) => void;
}

/**
 * A page may lie about who its visitor is, and a browser cannot check a proof. Until the server has accepted it, stored
 * data of that visitor is not read, and messages of other tabs are ignored.
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
    // Restarted meanwhile: storage is empty.
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
