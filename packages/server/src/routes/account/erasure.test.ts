import { ASSISTANT_HEADER } from '@sotto/hub-api';
import { getTableName, inArray, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MailPurpose } from '../../db/mailSchema';
import * as schema from '../../db/schema';
import { ERASURE_RULES, type ErasureRule, type TableName, type Trace } from '../../domain/accounts/erasureRules';
import type { Person } from '../../testing/builder';
import {
  openAs,
  own,
  leaveMails,
  leaveVisitorMails,
  PLACES,
  startErasureServer,
  visit,
  type ErasureServer,
  type Owner,
  type Traces,
  type Visit,
} from '../../testing/erasureWorld';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { PLAYS_ALL } from '../../testing/playsAll';
import { findTrace, listTables, readDump, type Dump } from '../../testing/traces';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

type Scope = keyof ErasureRule;
const RULES: Readonly<Record<string, ErasureRule>> = ERASURE_RULES;
const tables = Object.values(schema).filter((entry): entry is typeof entry & PgTable => is(entry, PgTable));

/** Tables whose rows go with a row of this one, by foreign keys alone. */
function goWith(root: TableName): Set<string> {
  const found = new Set<string>([root]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const table of tables)
      for (const key of getTableConfig(table).foreignKeys)
        if (key.onDelete === 'cascade' && found.has(getTableName(key.reference().foreignTable)))
          found.add(getTableName(table));
  }
  return found;
}

describe('FS-9 A708 SV-11 the rules of erasure', () => {
  it('say of a table that its rows go by themselves only where they do', () => {
    const claims = (scope: Scope) => Object.keys(RULES).filter((name) => RULES[name]?.[scope].by === 'cascade');
    const ofConversation = goWith('conversations');
    const ofAccount = goWith('users');
    expect(claims('conversation').filter((name) => !ofConversation.has(name))).toEqual([]);
    expect(claims('subject').filter((name) => !ofConversation.has(name))).toEqual([]);
    expect(claims('account').filter((name) => !ofAccount.has(name))).toEqual([]);
    const nothing = (scope: Scope, goes: Set<string>) =>
      Object.keys(RULES).filter((name) => RULES[name]?.[scope].by === 'none' && goes.has(name));
    expect([nothing('conversation', ofConversation), nothing('account', ofAccount)]).toEqual([[], []]);
  });
});

/** On PostgreSQL where it is; with `SOTTO_ALL=1` on PGlite as well. */
describe.each(PLAYS_ALL ? PLACES : PLACES.slice(-1))(
  'FS-9 A708 SV-11 what is erased is gone from every table and file of %s',
  (place) => {
    let test: ErasureServer;
    let olga: Person;
    /** Whose account is erased. */
    let numbat: Owner;
    /** Who stays. */
    let quoll: Owner;
    let wombat: Visit;
    let koala: Visit;
    let dingos: Visit[];
    let emu: Visit;
    let platypus: Visit;
    let team: string;
    let teamVisit: Visit;
    let trial: string;
    /** In seconds since the epoch. */
    let signedOutAt: number;

    /** Ids of the mails that wait for these accounts: their addresses are nowhere to be found. */
    let mailsToNumbat: string[];
    const mailIds = async (...purposes: MailPurpose[]): Promise<string[]> => {
      const rows = await test.database.select().from(schema.mails).where(inArray(schema.mails.purpose, purposes));
      return rows.map(({ id }) => id);
    };

    const dump = (): Promise<Dump> => readDump(test.database, test.folder);
    const within =
      (person: Person): Person['ask'] =>
      async (path, body) => {
        const Cookie = `${person.headers['Cookie'] ?? ''}; sotto_workspace=${team}`;
        const response = await test.call(path, {
          ...(body !== undefined && { body }),
          headers: { ...person.headers, Cookie },
        });
        if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
        return { status: 200, body: (await response.json()) as Record<string, unknown> };
      };

    beforeAll(async () => {
      test = await startErasureServer(place);
      olga = await test.person('olga');
      [numbat, quoll] = [await own(test, 'numbat'), await own(test, 'quoll')];
      const at = (word: string, address: string) => ({ widget: numbat.widget, word, address });
      wombat = await visit(test, numbat, at('wombatling', '203.0.113.11'));
      koala = await visit(test, numbat, at('koalabear', '203.0.113.12'));
      const dingo = { subject: 'dingo', secret: numbat.secret };
      dingos = [
        await visit(test, numbat, { ...at('dingo-number-one', '203.0.113.13'), ...dingo }),
        await visit(test, numbat, { ...at('dingo-number-two', '203.0.113.14'), ...dingo }),
      ];
      emu = await visit(test, numbat, {
        ...at('cassowary', '203.0.113.15'),
        subject: 'cassowary',
        secret: numbat.secret,
      });
      platypus = await visit(test, quoll, {
        widget: quoll.widget,
        word: 'platypus',
        address: '203.0.113.16',
        subject: 'dingo',
        secret: quoll.secret,
      });
      signedOutAt = Math.floor(Date.now() / 1000);
      await numbat.ask('/v1/subject/sign-out', { subject: 'dingo' });
      await quoll.ask('/v1/subject/sign-out', { subject: 'someone' });
      await fillHub();
      await fillTeam();
      await leaveMails(test, ['numbat'], [wombat, koala, platypus]);
      await leaveVisitorMails(test, numbat, [wombat, koala, ...dingos]);
      await leaveVisitorMails(test, quoll, [platypus]);
      mailsToNumbat = await mailIds('sign-in-code');
      expect(mailsToNumbat.length).toBeGreaterThan(0);
      await leaveMails(test, ['quoll'], []);
    });
    afterAll(() => test.stop());

    /** Each tries, copies, rates and reports what the other has made. */
    async function fillHub(): Promise<void> {
      for (const [person, { skillset }] of [
        [numbat, quoll],
        [quoll, numbat],
      ] as const) {
        const begun = (await person.ask(`/v1/hub/skillset/${skillset}/session/create`, {})).body;
        const session = { conversationId: String(begun['id']), token: String(begun['token']), expiresAt: 0 };
        if (person === numbat) numbat.traces.ids.push(session.conversationId);
        else trial = session.conversationId;
        for (const text of ['What can you do?', 'And what else?', 'Is that all?']) {
          const response = await test.send(session, { id: clientId(), text });
          if (response.status !== 200) throw new Error(await response.text());
          await response.text();
        }
        const copy = await person.make('/v1/skillset/create', { clonedFrom: { id: skillset, version: 1 } });
        await person.make(`/v1/skillset/${copy}/ability/create`, { name: 'Copied', instruction: 'Copied' });
        const rated = await person.ask(`/v1/hub/skillset/${skillset}/rating/upsert`, { value: 4, comment: 'Rated' });
        if (rated.status !== 200) throw new Error(JSON.stringify(rated.body));
        const word = person === numbat ? 'numbat-made' : 'quoll-made';
        await person.make(`/v1/hub/skillset/${skillset}/report`, { reason: 'spam', text: `A report of ${word}` });
      }
      const items = [numbat, quoll].map(({ skillset: id }) => ({ type: 'skillset', id, note: `A note on ${id}` }));
      await olga.ask('/v1/operator/collection/upsert', { slug: 'chosen', title: 'Chosen', items });
      const assistant = { ...olga.headers, [ASSISTANT_HEADER]: 'request' };
      const email = 'numbat@example.com';
      await test.call('/v1/operator/invitation/create', { body: { email }, headers: assistant });
      await test.call(`/v1/operator/account/list?q=${email}`, { headers: assistant });
    }

    /** The account works in a team of the other, answers there, and is invited to another one. */
    async function fillTeam(): Promise<void> {
      const invite = { email: 'numbat@example.com', role: 'editor' };
      team = await quoll.make('/v1/workspace/create', { name: 'Quoll team' });
      const arrived = test.mailer.next(invite.email);
      await within(quoll)('/v1/workspace/invitation/create', invite);
      await arrived;
      const token = test.mailer.linkFor(invite.email).split('/').at(-1);
      await numbat.ask('/v1/workspace/invitation/accept', { token });
      const { id: botId } = (await within(quoll)('/v1/bot/create', { name: 'Team bot' })).body;
      const { id: widget } = (
        await within(quoll)('/v1/integration/widget/create', {
          name: 'Team',
          botId,
          config: { attachments: true, voiceOut: true },
        })
      ).body;
      const hook = { url: 'https://hooks.example/team', events: ['message.created'] };
      await within(quoll)('/v1/webhook/create', hook);
      teamVisit = await visit(test, undefined, { widget: String(widget), word: 'bandicoots', address: '203.0.113.17' });
      const path = `/v1/conversation/${teamVisit.conversationId}`;
      await within(numbat)(`${path}/message/answer`, { id: clientId(), text: 'The team answers.' });
      await within(numbat)(`${path}/note/create`, { text: 'A note of the team' });
      const other = await quoll.make('/v1/workspace/create', { name: 'Other team' });
      await test.call('/v1/workspace/invitation/create', {
        body: invite,
        headers: { ...quoll.headers, Cookie: `${quoll.headers['Cookie'] ?? ''}; sotto_workspace=${other}` },
      });
    }

    /** What is found of somebody that the rules do not keep. */
    async function leftOf({ ids, words }: Traces, scope: Scope, names: readonly string[] = []): Promise<object[]> {
      const found = await dump();
      const look = (texts: readonly string[], kind: Trace) =>
        texts.flatMap((text) =>
          [...findTrace(found, text).keys()]
            .filter((name) => RULES[name]?.[scope].keeps?.traces.includes(kind) !== true)
            .map((name) => ({ name, text })),
        );
      return [...look(ids, 'id'), ...look(words, 'text'), ...look(names, 'name')];
    }

    /** Rows and files that name these, and not the erased. Deliveries of webhooks and mails are tried again meanwhile. */
    async function rowsOf(these: readonly Traces[], erased: readonly Traces[]): Promise<string[]> {
      const { tables: found, files } = await dump();
      const names = (all: readonly Traces[]) => {
        const texts = all.flatMap(({ ids, words }) => [...ids, ...words]).map((text) => text.toLowerCase());
        return (line: string): boolean => texts.some((text) => line.toLowerCase().includes(text));
      };
      const [isTheirs, isErased] = [names(these), names(erased)];
      const rows = [...found].flatMap(([name, lines]) =>
        ['webhook_deliveries', 'mails'].includes(name) ? [] : lines.map((line) => `${name} ${line}`),
      );
      return [...rows, ...[...files].map(([path, content]) => `${path} ${content}`)].filter(
        (line) => isTheirs(line) && !isErased(line),
      );
    }
    /** Erases, and fails when a row of others is not what it was. */
    async function erase(
      these: readonly Traces[],
      erased: readonly Traces[],
      work: () => Promise<unknown>,
    ): Promise<void> {
      const before = await rowsOf(these, erased);
      expect(before.length).toBeGreaterThan(10);
      await work();
      const after = new Set(await rowsOf(these, erased));
      expect(before.filter((row) => !after.has(row))).toEqual([]);
    }
    const isReplayed = (response: Response): string | null => response.headers.get('idempotent-replayed');

    it('every table has a rule, and a row before anything is erased', async () => {
      expect((await listTables(test.database)).filter((name) => RULES[name] === undefined)).toEqual([]);
      expect(Object.keys(RULES).sort()).toEqual(await listTables(test.database));
      const { tables: filled } = await dump();
      // The files of a release are there in a built server alone.
      const empty = [...filled].flatMap(([name, rows]) => (rows.length === 0 ? [name] : []));
      expect(empty.filter((name) => name !== 'browser_files')).toEqual([]);
    });

    it('control: each trace is found before, and no whole network address is', async () => {
      const before = await dump();
      const all = [wombat, koala, ...dingos, emu, platypus, teamVisit, numbat, quoll].map(({ traces }) => traces);
      for (const { ids, words, addresses } of all) {
        expect([...ids, ...words].filter((text) => findTrace(before, text).size === 0)).toEqual([]);
        expect(addresses.filter((text) => findTrace(before, text).size > 0)).toEqual([]);
      }
      expect(findTrace(before, 'A file of wombatling').get('files on disk')).toBe(1);
      expect(findTrace(before, '"numbat').size).toBeGreaterThan(3);
      expect(findTrace(before, 'wombatling').size).toBeGreaterThan(5);
    });

    it('a conversation, deleted by its visitor: its key opens another one, and others are untouched', async () => {
      const others = [koala, ...dingos, emu, platypus, teamVisit, numbat, quoll].map(({ traces }) => traces);
      const at = `/v1/conversation/${wombat.conversationId}`;
      const waiting = (await mailIds('handover')).length;
      await erase(others, [wombat.traces], async () => {
        const headers = { 'X-Forwarded-For': wombat.address };
        expect((await test.call(`${at}/delete`, { body: {}, token: wombat.token, headers })).status).toBe(200);
      });
      expect(await leftOf(wombat.traces, 'conversation')).toEqual([]);
      expect(await mailIds('handover')).toHaveLength(waiting - 1);
      expect((await test.call(`${at}/message/list`, { token: wombat.token })).status).toBe(404);
      const again = await openAs(test, { ...wombat, widget: numbat.widget, word: '' });
      expect([again.status, isReplayed(again)]).toEqual([200, null]);
      expect(((await again.json()) as TestSession).conversationId).not.toBe(wombat.conversationId);
    });

    it('a contact, with the conversation it was left in', async () => {
      const { contact } = (await numbat.ask(`/v1/conversation/${koala.conversationId}/fetch`)).body as {
        contact: { id: string };
      };
      expect((await numbat.ask(`/v1/contact/${contact.id}/delete`, {})).status).toBe(200);
      expect(await leftOf(koala.traces, 'conversation')).toEqual([]);
    });

    it('a subject, in all conversations of the account, and nowhere else', async () => {
      const others = [emu, platypus, teamVisit, quoll].map(({ traces }) => traces);
      const usage = async () => (await dump()).tables.get('usage')?.filter((row) => row.includes('subject:')).length;
      const before = await usage();
      const ofSubject = dingos.map(({ traces }) => traces);
      await erase(others, ofSubject, async () => {
        expect((await numbat.ask('/v1/subject/delete', { subject: 'dingo' })).status).toBe(200);
      });
      for (const traces of ofSubject) expect(await leftOf(traces, 'subject')).toEqual([]);
      // The other account has a visitor whom its host calls the same.
      const found = findTrace(await dump(), '"dingo"');
      expect([...found]).toEqual([
        ['contacts', 1],
        ['conversations', 1],
      ]);
      expect(await usage()).toBe((before ?? 0) - 1);
      const old = { subject: 'dingo', secret: numbat.secret, widget: numbat.widget, word: '', address: '203.0.113.13' };
      const refused = await openAs(test, { ...old, key: 'key-of-an-old-proof' }, signedOutAt - 60);
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { message: expect.stringContaining('signed out') as string },
      ]);
    });

    it('an account, with what others did with its things, and nothing of others', async () => {
      test.provider.set({ id: numbat.subscription, status: 'canceled' });
      await test.provider.event(test, 'customer.subscription.deleted', numbat.subscription);
      const others = [platypus, teamVisit, quoll].map(({ traces }) => traces);
      await erase(others, [numbat.traces, emu.traces], async () => {
        const gone = await numbat.ask('/v1/account/delete', { email: 'numbat@example.com' });
        expect([gone.status, gone.body]).toMatchObject([200, { counts: { widgets: 1 } }]);
      });
      expect(await leftOf(numbat.traces, 'account', ['"numbat'])).toEqual([]);
      expect(await leftOf(emu.traces, 'account')).toEqual([]);
      // The code of the other account, and the visitor who asks it for a person.
      const codes = await mailIds('sign-in-code');
      expect([codes.length, codes.some((id) => mailsToNumbat.includes(id))]).toEqual([1, false]);
      expect(await mailIds('handover')).toHaveLength(1);
      const { tables: left } = await dump();
      expect(left.get('conversations')?.filter((row) => row.includes(trial))).toHaveLength(1);
      expect(left.get('reports')?.join('\n')).toContain('A report of numbat-made');
      expect(
        (await test.call(`/v1/conversation/${emu.conversationId}/message/list`, { token: emu.token })).status,
      ).toBe(404);
    });
  },
);
