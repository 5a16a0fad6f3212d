/** A counter: whose, and for which span. */
export interface Counter {
  readonly subject: string;
  readonly period: string;
}

/** Acts of visitors and of programs in their place, which budgets of a chat limit. */
export type VisitorCost =
  /** A model answers. */
  | 'reply'
  /** A message is kept, which a model reads with every later one. */
  | 'message'
  /** A message is spoken. */
  | 'speech'
  /** An app calls a tool of its server. */
  | 'tool'
  | 'upload'
  | 'contact'
  /** A page of somebody else is fetched for a preview. */
  | 'preview';

/** Acts of people who build, which the budget of an account's work limits. */
export type AccountCost =
  /** A text is read, and embedded. */
  | 'document'
  /** A question is embedded. */
  | 'search'
  /** A site is crawled. */
  | 'site'
  /** A server of somebody else is called. */
  | 'request'
  /** A mail is sent to somebody else. */
  | 'mail';

/** What an act costs besides this server's own time. `code`: a mail with a sign-in code. */
export type Cost = VisitorCost | AccountCost | 'code';

declare const counted: unique symbol;

/**
 * The proof that an act has been counted, which everything that costs requires: a route gets one from the gate alone,
 * for the cost that it declares.
 */
export interface Counted {
  readonly [counted]: true;
  /** Where the tokens of the act are counted. */
  readonly counters: readonly Counter[];
  /** Takes the count back, because the act was refused. */
  giveBack(): Promise<void>;
}

/** @see Counted */
export function toCounted(counters: readonly Counter[], giveBack: () => Promise<unknown>): Counted {
  let isGivenBack = false;
  const once = async (): Promise<void> => {
    if (isGivenBack) return;
    isGivenBack = true;
    // When the database is away, the refusal is what the caller has to know.
    await giveBack().catch(() => undefined);
  };
  return { counters, giveBack: once } as Counted;
}

/** A service as routes see it: these methods require the proof as their last argument. */
export type Charged<Service, Method extends keyof Service> = Omit<Service, Method> & {
  readonly [Name in Method]: Service[Name] extends (...of: infer Parameters extends unknown[]) => infer Result
    ? (...of: [...Parameters, counted: Counted]) => Result
    : never;
};
