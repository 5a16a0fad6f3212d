import type { WorkspaceRole } from '@sotto/hub-api';
import type { StoredUser } from '../db/queries/accounts/userQueries';
import type { SignInRead } from './signIn';

/** A person who calls, by cookie or by one of their keys. */
export interface UserCaller {
  readonly user: StoredUser;
  /**
   * The workspace in which they call: the owner of what they may see and change. Their own one has the id of their
   * account.
   */
  readonly workspaceId: string;
  /** What they are in it. */
  readonly role: WorkspaceRole;
  /** True for a key: a program of theirs, which may do what a browser may not. */
  readonly isSecret: boolean;
  /** The sign-in of their browser; undefined for a key. */
  readonly session?: SignInRead | undefined;
  /** The key that was used; undefined for a person in a browser. */
  readonly keyId?: string | undefined;
  /** What that key may do; null: everything, as keys of the time before there were scopes. */
  readonly scopes?: readonly string[] | null | undefined;
}

/** A person who has signed in with a browser. */
export interface PersonCaller extends UserCaller {
  readonly session: SignInRead;
}

/** A person in a browser, in their own workspace. */
export function inOwnWorkspace(user: StoredUser): UserCaller {
  return { user, workspaceId: user.id, role: 'owner', isSecret: false };
}
