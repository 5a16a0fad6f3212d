import { KEY_SCOPES, type KeyScope } from '@sotto/hub-api';

/** What a key with this permission may do. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, string>> = {
  chat: 'Ask bots questions, as a visitor does',
  'visitors:read': 'Read conversations, contacts and insights',
  'visitors:write': 'Answer visitors, and change or delete conversations and contacts',
  'build:read': 'Read bots, knowledge, abilities, checks and widgets',
  'build:write': 'Change bots, knowledge, abilities, checks and widgets',
  'account:read': 'Read the account, its team, usage and audit log',
  'account:write': 'Change the account and its team',
  operator: 'Operate the server',
};

/** The same for the permissions of a stored key; null: all of them, for keys that are older than permissions. */
export function permissionWords(scopes: readonly string[] | null): string {
  if (scopes === null) return 'May do everything.';
  return KEY_SCOPES.filter((scope) => scopes.includes(scope))
    .map((scope) => `${SCOPE_WORDS[scope]}.`)
    .join(' ');
}
