// How long the inbox takes to list and to search, with as many conversations as a busy shop has in some years: by the
// HTTP calls of the page, on PostgreSQL.
//   node bench/inbox/run.mjs [--conversations 200000] [--messages 5] [--calls 200]
// The server is filled with SQL: 200,000 conversations of five messages are 1,000,000 messages. Without the build of
// the server (`npm run build`) there is nothing to measure.
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { bundleDatabase } from '../live/database.mjs';
import { call, signIn, startServer } from '../live/server.mjs';
import { startShared } from '../server/servers.mjs';
import { root } from '../../scripts/machine/workspace.mjs';

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '200000' },
    messages: { type: 'string', default: '5' },
    calls: { type: 'string', default: '200' },
  },
});
const [CONVERSATIONS, MESSAGES, CALLS] = [values.conversations, values.messages, values.calls].map(Number);
const WIDGETS = 5;
/** How many conversations are stored by one statement. */
const TOGETHER = 20_000;
/** Words of the messages: some in every tenth message, some in hardly any. */
const WORDS =
  'order parcel delivery refund invoice address colour size shirt shoes store hours week return broken late'.split(' ');
const DAY_MS = 86_400_000;
const pg = createRequire(path.join(root, 'packages', 'server', 'package.json'))('pg');

/** Stores the conversations of a batch and their messages, the newest last. */
async function fill(db, widgets, from, to) {
  const at = `($1::bigint + n * $2::bigint)`;
  const step = Math.floor((365 * DAY_MS) / CONVERSATIONS);
  const start = Date.now() - 365 * DAY_MS;
  const state = `case when n % 20 = 0 then 'waiting' when n % 3 = 0 then 'solved' else 'open' end`;
  await db.query(
    `insert into conversations (id, widget_id, state, created_at, last_activity_at)
     select 'conv_' || n, ($3::text[])[1 + n % ${String(WIDGETS)}], ${state}, ${at}, ${at}
     from generate_series($4::int, $5::int) n`,
    [start, step, widgets, from, to],
  );
  await db.query(
    `insert into messages (id, conversation_id, type, text, created_at, updated_at)
     select 'msg_' || n || '_' || m, 'conv_' || n, case when m % 2 = 0 then 'user' else 'bot' end,
       'My ' || w[1 + (n * 7 + m) % 16] || ' ' || w[1 + (n * 13 + m * 3) % 16] || ' is about ' || w[1 + (n + m * 5) % 16]
         || case when n % 5000 = 0 then ' zeppelin kim@example.org 返品の方法を' else '' end
         || case when n < $7::int then ' carnival' else '' end || ' number ' || n,
       ${at} + m * 1000, ${at} + m * 1000
     from generate_series($4::int, $5::int) n, generate_series(0, $6::int - 1) m, (select $3::text[] as w) words`,
    // A tenth of all conversations, the oldest, have a word that no other has.
    [start, step, WORDS, from, to, MESSAGES, CONVERSATIONS / 10],
  );
}

/** Indexes the words of all messages. A server does it after its start, a little at a time. */
async function indexWords(url) {
  const { indexBetween, openPostgres, readNewestPlace, saveSetting } = await bundleDatabase([
    'db/postgres',
    'db/queries/conversations/messageWordQueries',
    'db/queries/settingQueries',
  ]);
  const database = await openPostgres(url, { isPatient: true });
  const newest = await readNewestPlace(database.db);
  for (let place = 0; place < newest; place += TOGETHER)
    await indexBetween(database.db, place, Math.min(newest, place + TOGETHER));
  await saveSetting(database.db, 'indexed-messages', String(newest), Date.now());
  await database.close();
}

/** Processor time of the server and of PostgreSQL until now, in milliseconds. */
async function readProcessor(server, db) {
  const { rows } = await db.query('select pid from pg_stat_activity');
  return [server.pid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => {
    // Fields 14 and 15 of proc(5), in hundredths of a second; the name before them may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) * 10;
  }, 0);
}

/** Makes a call again and again, and prints how long it takes. */
async function measure(server, headers, name, address, calls = CALLS) {
  const times = [];
  let found = 0;
  const before = await readProcessor(server, db);
  for (let number = 0; number < calls; number += 1) {
    const startedAt = performance.now();
    const { items = [] } = await (await call(server, address(number), { headers })).json();
    times.push(performance.now() - startedAt);
    found += items.length;
    // A person may make 300 calls a minute.
    await wait(210);
  }
  const used = ((await readProcessor(server, db)) - before) / calls;
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  console.log(
    `${name.padEnd(28)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   processor ${used.toFixed(0)} ms   ${(found / calls).toFixed(1)} found`,
  );
}

/** Prints how long a statement takes that is undone. */
async function time(db, name, statement) {
  await db.query('begin');
  const startedAt = performance.now();
  await db.query(statement);
  console.log(`${name.padEnd(28)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  await db.query('rollback');
}

const shared = await startShared();
let server = await startServer(shared.settings);
const db = new pg.Client({ connectionString: shared.settings.DATABASE_URL ?? process.env.DATABASE_URL });
try {
  const owner = await signIn(server);
  const bot = await (await call(server, 'bot/create', { body: { name: 'Bot' }, headers: owner })).json();
  const widgets = [];
  for (let number = 0; number < WIDGETS; number += 1) {
    const made = { body: { name: `Shop ${String(number)}`, botId: bot.id }, headers: owner };
    widgets.push((await (await call(server, 'integration/widget/create', made)).json()).id);
  }
  await db.connect();
  for (let from = 1; from <= CONVERSATIONS; from += TOGETHER)
    await fill(db, widgets, from, Math.min(CONVERSATIONS, from + TOGETHER - 1));
  await db.query(
    `update conversations set assigned_to = owner_id from widgets
     where widgets.id = widget_id and owner_id is not null and conversations.id like '%77'`,
  );
  await server.stop();
  await indexWords(shared.settings.DATABASE_URL ?? process.env.DATABASE_URL);
  server = await startServer(shared.settings);
  await db.query('vacuum analyze conversations, messages, message_words');
  const { rows } = await db.query('select count(*) from messages');
  console.log(`${CONVERSATIONS} conversations, ${rows[0].count} messages, ${WIDGETS} widgets, ${CALLS} calls each`);
  const list = (query) => `inbox/list?take=50${query}`;
  const word = (number) => WORDS[number % WORDS.length];
  const { cursor } = await (await call(server, list(''), { headers: owner })).json();
  await measure(server, owner, 'list', () => list(''));
  await measure(server, owner, 'list, next page', () => list(`&cursor=${cursor}`));
  await measure(server, owner, 'list, waiting', () => list('&state=waiting'));
  await measure(server, owner, 'list, mine', () => list('&assigned=me'));
  await measure(server, owner, 'list, one widget', (number) => list(`&widgetId=${widgets[number % WIDGETS]}`));
  await measure(server, owner, 'search, a common word', (number) => list(`&search=${word(number)}`));
  await measure(server, owner, 'search, two words', (number) => list(`&search=${word(number)}+${word(number + 2)}`));
  await measure(server, owner, 'search, a rare word', () => list('&search=zeppelin'));
  await measure(server, owner, 'search, beginning of a word', (number) => list(`&search=${word(number).slice(0, 4)}`));
  await measure(server, owner, 'search, nothing found', () => list('&search=xylophone'));
  await measure(server, owner, 'search, an address', () => list('&search=kim%40example.org'));
  await measure(server, owner, 'search, without spaces', () => list(`&search=${encodeURIComponent('返品の方法')}`));
  await measure(server, owner, 'search, only old ones', () => list('&search=carnival'));
  const since = (days) => `insights/fetch?from=${Date.now() - days * DAY_MS}`;
  await measure(server, owner, 'figures of 30 days', () => since(30), 5);
  await measure(server, owner, 'figures of a year', () => since(365), 3);
  // How long an update that makes such an index would keep writers out.
  await time(db, 'an index of conversations', 'create index bench_c on conversations (payer_id)');
  await time(db, 'an index of messages', 'create index bench_m on messages (conversation_id, created_at)');
} catch (error) {
  console.error(server.output().slice(-4_000));
  throw error;
} finally {
  await db.end();
  await server.stop();
  await shared.stop();
}
