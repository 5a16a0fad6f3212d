/** A counter: its owner and period. */
export interface Counter {
  readonly subject: string;
  readonly period: string;
}

/** Actions of visitors and of programs on their behalf, limited by a chat's budgets. */
export type VisitorCost =
  /** A model answers. */
  | 'reply'
  /** A message is stored, which a model reads again in every later turn. */
  | 'message'
  /** A message is read aloud. */
  | 'speech'
  /** An app calls a tool of its server. */
  | 'tool'
  | 'upload'
  | 'contact'
  /** A third-party page is fetched for a preview. */
  | 'preview';

/** Actions of owners, limited by their account's budget. */
export type AccountCost =
  /** A text is parsed and embedded. */
  | 'document'
  /** A question is embedded. */
  | 'search'
  /** A site is crawled. */
  | 'site'
  /** A third-party server is called. */
  | 'request'
  /** A mail is sent to somebody else. */
  | 'mail'
  /** A model answers or judges in a check. */
  | 'check';

/** Costs of an action besides this server's own time. `code`: a mail with a sign-in code. */
export type Cost = VisitorCost | AccountCost | 'code';

declare const counted: unique symbol;

/**
 * Proof that an action has been counted, required by everything that costs. Only the gate issues it, for the cost
 * that a route declares.
 */
export interface Counted {
  readonly [counted]: true;
  /** Counter for the tokens of the action. */
  readonly counters: readonly Counter[];
  /** Undoes the count, because the action was refused. */
  giveBack(): Promise<void>;
}

/** @see Counted */
export function toCounted(counters: readonly Counter[], giveBack: () => Promise<unknown>): Counted {
  let isGivenBack = false;
  const once = async (): Promise<void> => {
    if (isGivenBack) return;
    isGivenBack = true;
    // If the database is unavailable too, the caller should get the original error.
    await giveBack().catch(() => undefined);
  };
  return { counters, giveBack: once } as Counted;
}

/** A service for routes: these methods require the proof as their last argument. */
export type Charged<Service, Method extends keyof Service> = Omit<Service, Method> & {
  readonly [Name in Method]: Service[Name] extends (...of: infer Parameters extends unknown[]) => infer Result
    ? (...of: [...Parameters, counted: Counted]) => Result
    : never;
};
