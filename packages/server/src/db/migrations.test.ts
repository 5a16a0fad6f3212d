import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJournal } from './journal';
import { migrationsFolder } from './packageFiles';

/** Tables that grow with visitors: a statement that reads or rewrites all their rows takes seconds to minutes. */
const GROWING = [
  ...['audit_log', 'contacts', 'conversations', 'files', 'message_words', 'messages', 'passages', 'runs', 'usage'],
  ...['votes', 'webhook_deliveries'],
];
/** The newest migration before there was this rule, which is before the first release. */
const BEFORE_RULE = '0004';

/** The table that a statement changes, not the one that it refers to. */
const CHANGED = /^(?:alter table|create (?:unique )?index .*? on) "?(\w+)/i;
const ONE = `"?(?:${GROWING.join('|')})"?`;
/** Statements that keep writers out for as long as they read or rewrite a table. */
const BLOCKING = [
  new RegExp(String.raw`^create (?:unique )?index (?!concurrently).* on ${ONE}\b`, 'is'),
  new RegExp(String.raw`^alter table ${ONE} .*\b(?:set data type|type|set not null)\b`, 'is'),
  new RegExp(String.raw`^alter table ${ONE} .*\badd constraint\b(?!.*\bnot valid\b)`, 'is'),
  new RegExp(String.raw`^alter table ${ONE} .*\badd column\b.*\b(?:generated always as|references|unique)\b`, 'is'),
];

/** Statements of a migration that keep visitors waiting, unless they are of a table that it makes. */
function blockingIn(migration: string): string[] {
  const statements = migration
    .split('--> statement-breakpoint')
    .map((each) => each.replaceAll(/^\s*--.*$/gm, '').trim());
  const made = statements.flatMap((each) => /^create table "(\w+)"/i.exec(each)?.[1] ?? []);
  return statements.filter(
    (each) => BLOCKING.some((pattern) => pattern.test(each)) && !made.includes(CHANGED.exec(each)?.[1] ?? ''),
  );
}

describe('SV-36 migrations keep no visitor waiting', () => {
  it('SV-36 none reads or rewrites a table that grows while it keeps writers out', async () => {
    const tags = (await readJournal()).map(({ tag }) => tag).filter((tag) => tag > `${BEFORE_RULE}~`);
    expect(tags.length).toBeGreaterThan(0);
    const blocking = tags.flatMap((tag) =>
      blockingIn(readFileSync(path.join(migrationsFolder(), `${tag}.sql`), 'utf8')).map((each) => `${tag}: ${each}`),
    );
    // Such an index is made after the start, with `makeIndexConcurrently`.
    expect(blocking).toEqual([]);
  });

  it.each([
    'CREATE INDEX "messages_new" ON "messages" USING btree ("type");',
    'CREATE UNIQUE INDEX "runs_new" ON "runs" USING btree ("id");',
    'ALTER TABLE "messages" ALTER COLUMN "text" SET DATA TYPE varchar;',
    'ALTER TABLE "votes" ADD CONSTRAINT "votes_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id");',
    `ALTER TABLE "messages" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', "text")) STORED;`,
    'CREATE TABLE "new" ("id" text);--> statement-breakpoint\n-- Why.\nCREATE INDEX "m" ON "messages" ("id");',
    'CREATE TABLE "new" ("id" text);--> statement-breakpoint\nALTER TABLE "votes" ADD CONSTRAINT "v" FOREIGN KEY ("n") REFERENCES "new"("id");',
  ])('SV-36 knows one that does: %s', (migration) => {
    expect(blockingIn(migration)).toHaveLength(1);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY "messages_new" ON "messages" ("type");',
    'ALTER TABLE "messages" ADD COLUMN "seen" boolean DEFAULT false NOT NULL;',
    'ALTER TABLE "votes" ADD CONSTRAINT "v" CHECK ("value" > 0) NOT VALID;',
    'CREATE TABLE "votes" ("id" text);--> statement-breakpoint\nCREATE INDEX "v" ON "votes" ("id");',
    'CREATE INDEX "bots_new" ON "bots" ("name");',
  ])('SV-36 lets one pass that does not: %s', (migration) => {
    expect(blockingIn(migration)).toEqual([]);
  });
});
