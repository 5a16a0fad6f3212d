import type { PgTable } from 'drizzle-orm/pg-core';
import type * as schema from '../../db/schema';

type Schema = typeof schema;
/** Names of all tables. */
export type TableName = {
  [Key in keyof Schema]: Schema[Key] extends PgTable ? Schema[Key]['_']['name'] : never;
}[keyof Schema];

/** What can be left of somebody in a row that is kept. */
export type Trace = 'id' | 'name' | 'text';

/** What erasing does with the rows of a table. */
export interface Fate {
  /**
   * `cascade`: the database deletes them with the row they belong to. `query`: a query of the erasure deletes them, or
   * takes out what names the erased. `none`: it finds nothing to do there.
   */
  readonly by: 'cascade' | 'query' | 'none';
  /** What stays, and why; undefined: nothing. */
  readonly keeps?: { readonly traces: readonly Trace[]; readonly because: string };
}

/** What erasing a conversation, all conversations of a verified subject, and an account does with the rows of a table. */
export interface ErasureRule {
  readonly conversation: Fate;
  readonly subject: Fate;
  readonly account: Fate;
}

const CASCADE: Fate = { by: 'cascade' };
const QUERY: Fate = { by: 'query' };
const NONE: Fate = { by: 'none' };

function keeps(by: Fate['by'], traces: readonly Trace[], because: string): Fate {
  return { by, keeps: { traces, because } };
}

/** Answers that owners have written for questions of visitors. */
const ANSWERS = keeps(
  'none',
  ['text'],
  'An answer that an owner has written stays, with the question without mail addresses, card and phone numbers.',
);

/** Questions of visitors that owners keep as checks. */
const KEPT = keeps(
  'none',
  ['text'],
  'A question that an owner has kept as a check stays, with the answers of the bot.',
);

/** A table of things that accounts make or have: visitors are not in it. */
const ofAccount: ErasureRule = { conversation: NONE, subject: NONE, account: CASCADE };
/** A table of things that others can copy: copies stay, and forget what they were copied from. */
const ofThing: ErasureRule = { ...ofAccount, account: QUERY };
/** A table of what is in conversations. */
const ofConversation: ErasureRule = { conversation: CASCADE, subject: CASCADE, account: CASCADE };
/** A table without people. */
const ofNobody: ErasureRule = { conversation: NONE, subject: NONE, account: NONE };

const SIGNED =
  'In a team, what a member wrote to visitors and colleagues is the team’s, and stays signed with the name of then.';

/**
 * The one table of what erasing does. `routes/account/erasure.test.ts` fills every table, erases, and searches every
 * table and every stored file: it fails for a table without a rule, and for anything left that its rule does not keep.
 */
export const ERASURE_RULES: Readonly<Record<TableName, ErasureRule>> = {
  conversations: {
    conversation: QUERY,
    subject: QUERY,
    account: keeps(
      'query',
      [],
      'Own ones go. What others tried of it stays theirs, without the name and the instructions of the thing; ' +
        'what it had taken over in a team goes back to the bot, and what it was assigned to nobody.',
    ),
  },
  messages: { ...ofConversation, account: keeps('cascade', ['name'], SIGNED) },
  message_words: ofConversation,
  conversation_notes: { ...ofConversation, account: keeps('cascade', ['name'], SIGNED) },
  webhook_deliveries: { ...ofConversation, account: keeps('cascade', ['name'], `${SIGNED} Kept for 30 days.`) },
  mails: { conversation: QUERY, subject: QUERY, account: QUERY },
  visitor_mails: ofConversation,
  mail_stops: {
    conversation: keeps('none', [], 'A keyed digest of the address, so that it gets no more mails.'),
    subject: keeps('none', [], 'As for a conversation.'),
    account: CASCADE,
  },
  runs: ofConversation,
  votes: ofConversation,
  contacts: ofConversation,
  conversation_labels: ofConversation,
  files: {
    conversation: keeps('query', [], 'Pictures of link previews are kept for a day, sealed under a name that is gone.'),
    subject: keeps('query', [], 'As for a conversation.'),
    account: keeps('query', [], 'As for a conversation.'),
  },
  idempotency_keys: {
    ...ofConversation,
    account: keeps(
      'cascade',
      [],
      'Of what members made in a team that is erased, a day. Callers are keyed digests, answers are sealed.',
    ),
  },
  previews: {
    conversation: keeps('none', [], 'For a day, sealed under the address that was shared, which is gone.'),
    subject: keeps('none', [], 'As for a conversation.'),
    account: keeps('none', [], 'As for a conversation.'),
  },
  preview_images: {
    conversation: keeps('none', [], 'For 30 days, sealed under the name of the picture, which is gone.'),
    subject: keeps('none', [], 'As for a conversation.'),
    account: keeps('none', [], 'As for a conversation.'),
  },
  usage: {
    conversation: keeps('query', [], 'The counters of the network and of the widget count on, for two days.'),
    subject: keeps('query', [], 'As for a conversation; the counter of the subject goes.'),
    account: keeps('query', [], 'The counters of networks are keyed digests, and are kept for two days.'),
  },
  ended_subjects: {
    conversation: NONE,
    subject: keeps('none', [], 'For 25 hours, as a digest: proofs from before a sign-out stay refused.'),
    account: CASCADE,
  },
  hub_uses: {
    conversation: keeps('query', [], 'That a thing was tried stays counted, in one row for each thing.'),
    subject: keeps('query', [], 'As for a conversation.'),
    account: keeps('query', [], 'That a thing of others was copied stays counted, in one row for each thing.'),
  },
  ratings: { ...ofAccount, account: QUERY },
  reports: {
    conversation: NONE,
    subject: NONE,
    account: keeps('query', ['text'], 'Operators still have to decide about what was reported; who did is removed.'),
  },
  collections: { ...ofNobody, account: QUERY },
  audit_log: {
    conversation: keeps('none', ['id'], 'It proves what was deleted, when and by whom. It holds ids and no content.'),
    subject: keeps('none', ['id'], 'As for a conversation; a subject is recorded as a keyed digest.'),
    account: keeps('none', ['id'], 'As for a conversation.'),
  },
  users: { ...ofAccount, account: QUERY },
  user_sessions: ofAccount,
  user_accounts: ofAccount,
  user_verifications: { ...ofNobody, account: QUERY },
  second_factors: ofAccount,
  passkeys: ofAccount,
  passkey_challenges: {
    ...ofNobody,
    account: keeps('none', [], 'Whose they are is a digest of a session. They end within minutes.'),
  },
  invitations: { ...ofNobody, account: QUERY },
  sign_in_waits: {
    ...ofNobody,
    account: keeps('none', [], 'Keyed digests of addresses and networks, so that nobody guesses on; for a day.'),
  },
  secrets: ofAccount,
  assistant_calls: {
    ...ofAccount,
    account: keeps(
      'cascade',
      ['id'],
      'Which public things of others somebody looked up with the assistant, in their last 200 calls.',
    ),
  },
  subscriptions: ofAccount,
  workspace_members: ofAccount,
  workspace_invitations: { ...ofAccount, account: QUERY },
  bots: ofThing,
  widgets: ofThing,
  skillsets: ofThing,
  datasets: ofThing,
  blueprints: ofThing,
  widget_sites: ofAccount,
  abilities: ofAccount,
  ability_secrets: ofAccount,
  mcp_servers: ofAccount,
  mcp_app_pages: ofAccount,
  dataset_sites: ofAccount,
  dataset_files: { conversation: ANSWERS, subject: ANSWERS, account: QUERY },
  passages: { conversation: ANSWERS, subject: ANSWERS, account: CASCADE },
  checks: { conversation: KEPT, subject: KEPT, account: CASCADE },
  labels: ofAccount,
  canned_replies: ofAccount,
  webhooks: ofAccount,
  referrals: ofNobody,
  settings: ofNobody,
  browser_files: ofNobody,
};
