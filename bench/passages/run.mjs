// How long a question waits that is searched for in a dataset of many passages, by meaning and by words, and how much of
// what an exact search finds is found: by the HTTP call of the page that searches a dataset.
//   node bench/passages/run.mjs [--passages 100000] [--dimensions 384] [--questions 200] [--postgres]
// Without `--postgres` on the embedded database; with it on that of DATABASE_URL, which needs pgvector and is left as it
// is found, or on one of this run alone. The passages are stored with their vectors before any index is there, and both
// indexes are made over all of them: one by one, as documents come, that takes ten times as long. Without the build of
// the server (`npm run build`) there is nothing to measure.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bundleDatabase } from '../live/database.mjs';
import { call, signIn, startServer } from '../live/server.mjs';
import { startPostgres } from '../../scripts/machine/postgres.mjs';
import { root } from '../../scripts/machine/workspace.mjs';

const { values } = parseArgs({
  options: {
    passages: { type: 'string', default: '100000' },
    dimensions: { type: 'string', default: '384' },
    questions: { type: 'string', default: '200' },
    postgres: { type: 'boolean' },
  },
});
const [PASSAGES, DIMENSIONS, QUESTIONS] = [values.passages, values.dimensions, values.questions].map(Number);
const MODEL = 'bench-embedding';
/** Passages of a document. */
const EACH = 4_000;
/** Rows of a statement. */
const TOGETHER = 500;
const TAKE = 10;
const TOPICS = 1_000;
/** Questions begin with this number. */
const QUESTION = 10_000_000;
/** Characters of a name in what is printed. */
const NAMES = 36;
const WORDS_OF_PASSAGE = 40;
const WORDS = Array.from({ length: 20_000 }, (_, index) => toWord(index));
const SERVER = path.join(root, 'packages', 'server');
const { findNearest, indexedTerms, openPglite, openPostgres, planIndex } = await bundleDatabase([
  'datasets/terms',
  'db/queries/hub/nearestQueries',
  'db/pglite',
  'db/postgres',
  'db/vectors',
]);

/** Letters that stand for a number. */
function toWord(number) {
  const digits = createHash('sha256').update(String(number)).digest();
  return Array.from({ length: 4 }, (_, at) => 'bdfgklmnprstvz'[digits[at] % 14] + 'aeiou'[digits[at + 8] % 5]).join('');
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A vector of length 1 near the middle of a topic, as texts about it have: the cosine of two is about 0.8. */
function vectorOf(seed) {
  const random = createRandom(seed);
  const middle = createRandom(1_000_000 + Math.floor(random() * TOPICS));
  const spread = (next) => next() + next() + next() - 1.5;
  const vector = Float32Array.from({ length: DIMENSIONS }, () => spread(middle) + spread(random) * 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Words as often as in a language: the most frequent in every second passage (Zipf). */
function wordsOf(seed, count) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => WORDS[Math.floor(WORDS.length ** random()) - 1]);
}

/** The endpoint of the embedding model: the number in a text gives its vector. */
async function startEmbeddings() {
  const state = { calls: 0 };
  const listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { input } = JSON.parse(body);
      state.calls += 1;
      const data = [input].flat().map((text, index) => {
        return { index, embedding: [...vectorOf(numberIn(text))] };
      });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return { state, url: `http://127.0.0.1:${listener.address().port}`, stop: () => listener.close() };
}

/** The place of the data: a folder or a PostgreSQL. Opened only while no server has it. */
async function openPlace(folder) {
  if (!values.postgres)
    return {
      settings: { SOTTO_DATA_DIR: folder },
      open: () => openPglite({ dataDir: folder }),
      end: async () => undefined,
    };
  const pg = createRequire(path.join(SERVER, 'package.json'))('pg');
  const own = process.env.DATABASE_URL ? undefined : await startPostgres();
  const url = new URL(process.env.DATABASE_URL ?? own.url);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const name = `sotto_bench_${process.pid}`;
  await admin.query(`create database ${name}`);
  url.pathname = `/${name}`;
  return {
    settings: { SOTTO_DATA_DIR: folder, DATABASE_URL: url.href },
    open: () => openPostgres(url.href, { isPatient: true }),
    async end() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      own?.stop();
    },
  };
}

/** Adds documents with so many passages, whose numbers begin with `from`. */
async function addDocuments(server, owner, dataset, from, to) {
  for (let at = from; at < to; at += EACH) {
    const passages = Array.from({ length: Math.min(EACH, to - at) }, (_, index) => {
      const { title, text } = passageOf(at + index);
      return `## ${title}\n\n${text}\n`;
    });
    const response = await fetch(`${server.url}/v1/dataset/${dataset}/file/upload`, {
      method: 'POST',
      headers: { ...owner, Origin: server.url, 'Content-Type': 'text/markdown', 'X-File-Name': `part-${at}.md` },
      body: passages.join('\n'),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

/** A passage as a document has it. */
function passageOf(number) {
  const title = `${wordsOf(number, 3).join(' ')} ${number}`;
  return { title, text: wordsOf(number + 7, WORDS_OF_PASSAGE).join(' ') };
}

/** Stores passages with their vectors, and then makes the indexes of the server. @returns numbers by place */
async function fill({ db, vectors }, dataset) {
  if (!vectors.isInDatabase) throw new Error('This PostgreSQL has no pgvector that is new enough');
  const query = (text) => db.execute(text);
  const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
  const { rows: search } = await query(`select indexdef from pg_indexes where indexname = 'passages_search'`);
  await query('drop index passages_search');
  let startedAt = performance.now();
  for (let at = 0; at < PASSAGES; at += TOGETHER) {
    const file = `bench_${Math.floor(at / EACH)}`;
    if (at % EACH === 0)
      await query(
        `insert into dataset_files (id, dataset_id, name, type, size, passages, created_at, updated_at)
         values ('${file}', '${dataset}', '${file}.md', 'text/markdown', 1, ${Math.min(EACH, PASSAGES - at)}, 1, 1)`,
      );
    const some = Array.from({ length: Math.min(TOGETHER, PASSAGES - at) }, (_, index) => {
      const { title, text } = passageOf(at + index);
      const words = [title, text, indexedTerms({ title, text })].map(quoted).join(', ');
      return `('${dataset}', '${file}', '${file}.md', '${file}', '', ${words}, '{${[...vectorOf(at + index)].join(',')}}', '${MODEL}')`;
    });
    await query(
      `insert into passages (dataset_id, file_id, source, page, url, title, text, terms, embedding, embedding_model)
       values ${some.join(',')}`,
    );
  }
  startedAt = printTime('passages stored', startedAt);
  await query(search[0].indexdef);
  startedAt = printTime('index of words made', startedAt);
  await db.transaction(async (tx) => {
    // The index is made in memory: with less, every passage after the first 30,000 is written to it one by one.
    await tx.execute(`set local maintenance_work_mem = '1GB'`);
    await tx.execute(planIndex(MODEL, DIMENSIONS, vectors.typeOf(DIMENSIONS)).create(''));
  });
  printTime('index of vectors made', startedAt);
  await query('analyze passages');
  const { rows } = await query('select sequence, title from passages order by sequence');
  return new Map(rows.map(({ sequence, title }) => [Number(sequence), numberIn(title)]));
}

function printTime(name, startedAt) {
  console.log(`${name} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return performance.now();
}

const numberIn = (text) => Number(/(\d+)\D*$/.exec(text)[1]);

/** Looks for the vectors of the questions, and compares with an exact search. */
async function searchVectors({ db, vectors }, dataset, numbers) {
  const all = [...numbers].map(([sequence, number]) => ({ sequence, vector: vectorOf(number) }));
  let same = 0;
  await measure(
    'the vectors alone',
    async (embedding) => {
      const type = vectors.typeOf(DIMENSIONS);
      const query = {
        datasetIds: [dataset],
        size: PASSAGES,
        model: MODEL,
        embedding: [...embedding],
        type,
        take: TAKE,
      };
      const startedAt = performance.now();
      const found = await findNearest(db, query);
      const took = performance.now() - startedAt;
      const best = exactly(all, embedding);
      same += found.filter(({ sequence }) => best.includes(sequence)).length;
      return took;
    },
    (number) => vectorOf(QUESTION + number),
  );
  console.log(`${'recall@10 against an exact search'.padEnd(NAMES)} ${(same / TAKE / QUESTIONS).toFixed(3)}`);
}

/** The places of the passages that are most like a question. */
function exactly(all, question) {
  const best = [];
  for (const { sequence, vector } of all) {
    let likeness = 0;
    for (let at = 0; at < DIMENSIONS; at += 1) likeness += vector[at] * question[at];
    if (best.length === TAKE && likeness <= best[0].likeness) continue;
    if (best.length === TAKE) best.shift();
    best.push({ sequence, likeness });
    best.sort((one, other) => one.likeness - other.likeness);
  }
  return best.map(({ sequence }) => sequence);
}

/** Processor time of a process until now, in milliseconds. */
function readProcessor(pid) {
  // Fields 14 and 15 of proc(5), in hundredths of a second; the name before them may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Asks again and again. @param ask - resolves to its time in milliseconds @param pid - whose processor time is printed; undefined: nobody's */
async function measure(name, ask, questionOf, pid) {
  const times = [];
  const before = pid && readProcessor(pid);
  for (let number = 0; number < QUESTIONS; number += 1) times.push(await ask(questionOf(number)));
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  const used = pid ? `   processor ${((readProcessor(pid) - before) / QUESTIONS).toFixed(0)} ms` : '';
  console.log(`${name.padEnd(NAMES)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms${used}`);
}

const folder = mkdtempSync(path.join(tmpdir(), 'sotto-passages-'));
const place = await openPlace(folder);
const embeddings = await startEmbeddings();
const settings = {
  ...place.settings,
  HUB_SEED: 'off',
  ...Object.fromEntries(['ACCOUNT', 'ADDRESS', 'WORK'].map((name) => [`BUDGET_${name}`, 'off'])),
};
const withModel = { ...settings, OPENAI_BASE_URL: embeddings.url, OPENAI_MODEL: 'none', OPENAI_EMBEDDING_MODEL: MODEL };
let server = await startServer(settings);
try {
  const owner = await signIn(server);
  const made = await call(server, 'dataset/create', { body: { name: 'Known' }, headers: owner });
  const { id: dataset } = await made.json();
  await server.stop();
  const database = await place.open();
  const numbers = await fill(database, dataset);
  console.log(`${numbers.size} passages, ${DIMENSIONS} dimensions, ${QUESTIONS} questions each`);
  await searchVectors(database, dataset, numbers);
  await database.close();
  server = await startServer(withModel);
  const ask = async (search) => {
    const askedAt = performance.now();
    await (await call(server, `dataset/${dataset}/search`, { body: { search }, headers: owner })).json();
    const took = performance.now() - askedAt;
    // A person may make 300 calls a minute.
    await wait(210);
    return took;
  };
  // The number is the seed of the vector, and a word that no passage has.
  const byMeaning = (number) => String(QUESTION + number);
  const byWords = (number) => `${wordsOf(number, 5).join(' ')} ${QUESTION + number}`;
  console.log(`${'the first question'.padEnd(NAMES)} ${(await ask(byMeaning(0))).toFixed(0)} ms`);
  await measure('a question, by meaning', ask, byMeaning, server.pid);
  await measure('a question, by meaning and words', ask, byWords, server.pid);
  embeddings.state.calls = 0;
  const startedAt = performance.now();
  await addDocuments(server, owner, dataset, PASSAGES, PASSAGES + 64);
  console.log(`${'a document of 64 more is added'.padEnd(NAMES)} ${(performance.now() - startedAt).toFixed(0)} ms`);
  await measure('meanwhile', ask, byMeaning, server.pid);
  console.log(`the model was asked ${embeddings.state.calls - QUESTIONS} times for it, and once for each question`);
} finally {
  await server.stop();
  embeddings.stop();
  await place.end();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
