import type { StoredUser } from '../db/queries/accounts/userQueries';

/** A person who calls, by cookie or by one of their keys. */
export interface UserCaller {
  readonly user: StoredUser;
  /** True for a key: a program of theirs, which may do what a browser may not. */
  readonly isSecret: boolean;
  /** The key that was used; undefined for a person in a browser. */
  readonly keyId?: string | undefined;
  /** What that key may do; null: everything, as keys of the time before there were scopes. */
  readonly scopes?: readonly string[] | null | undefined;
}
