// The Hub as a visitor with a phone meets it: Lighthouse in its mobile setting, each page from a server that was
// started for it.
// Prints a table; without `--quick` it also puts it into docs/performance/hub.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = path.join(root, 'docs', 'performance', 'hub.md');
const isQuick = process.argv.includes('--quick');
const runs = isQuick ? 1 : 3;
const PAGES = [
  ['start page', '/'],
  ['the Hub', '/hub'],
  ['a skillset', '/hub/skillsets/order-help'],
  // Results of a search are kept out of search engines on purpose, so the audit that asks for the opposite is left out.
  ['search', '/hub/search?q=web', ['is-crawlable']],
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Goals of the design: scores, milliseconds, shift, bytes. */
const GOALS = { score: 95, lcp: 2000, cls: 0.02, tbt: 150, script: 60 * 1024 };

const folder = mkdtempSync(path.join(tmpdir(), 'sotto-hub-bench-'));
let rows;
try {
  await (await startServer()).stop();
  rows = [];
  for (const page of PAGES) rows.push(await measure(...page));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const table = draw(rows);
console.log(table);
if (!isQuick)
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(
      /(<!-- measured -->\n)[\s\S]*?(<!-- \/measured -->)/,
      (_, begin, end) => `${begin}${table}\n${end}`,
    ),
  );
const missed = rows.flatMap(({ name, misses }) => misses.map((miss) => `${name}: ${miss}`));
console.log(missed.length === 0 ? 'All goals met.' : `Missed: ${missed.join('; ')}`);

/** Several runs of one page, each from a cold server; the one in the middle counts. */
async function measure(name, address, skipAudits = []) {
  const reports = [];
  let script = 0;
  for (let run = 0; run < runs; run += 1) {
    const server = await startServer();
    const chrome = await launch({
      chromePath: process.env.PERF_CHROME,
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
      logLevel: 'error',
    });
    try {
      const { lhr } = await lighthouse(server.origin + address, {
        port: chrome.port,
        logLevel: 'error',
        output: 'json',
        onlyCategories: CATEGORIES,
        skipAudits,
      });
      reports.push(lhr);
      if (process.env.BENCH_KEEP)
        writeFileSync(
          path.join(process.env.BENCH_KEEP, `${name.replaceAll(' ', '-')}-${run}.json`),
          JSON.stringify(lhr),
        );
      const scripts = lhr.audits['network-requests'].details.items.filter(
        ({ resourceType }) => resourceType === 'Script',
      );
      script = (await Promise.all(scripts.map(({ url }) => sizeOf(url)))).reduce((sum, size) => sum + size, 0);
    } finally {
      await chrome.kill();
      await server.stop();
    }
  }
  const lhr = reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score)[
    Math.floor(reports.length / 2)
  ];
  const value = (id) => lhr.audits[id].numericValue;
  const scores = CATEGORIES.map((id) => Math.round(lhr.categories[id].score * 100));
  const figures = {
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    script,
  };
  const counted = new Set(
    CATEGORIES.slice(1).flatMap((category) =>
      lhr.categories[category].auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  );
  const failed = Object.values(lhr.audits).filter(
    ({ score, scoreDisplayMode, id }) => scoreDisplayMode === 'binary' && score === 0 && counted.has(id),
  );
  const misses = [
    ...CATEGORIES.flatMap((id, index) => (scores[index] < GOALS.score ? [`${id} ${scores[index]}`] : [])),
    ...Object.entries(figures).flatMap(([id, figure]) =>
      figure > GOALS[id] ? [`${id} ${Math.round(figure * 1000) / 1000}`] : [],
    ),
    ...failed.map(({ id }) => id),
  ];
  return {
    name,
    address,
    scores,
    ...figures,
    misses,
    version: lhr.lighthouseVersion,
    browser: lhr.environment.hostUserAgent,
  };
}

function draw(list) {
  const [{ version, browser }] = list;
  return [
    `Lighthouse ${version}, mobile setting (simulated slow 4G, processor slowed four times), ` +
      `${/(?:Headless)?Chrome\/\d+/.exec(browser)?.[0] ?? browser}, Node ${process.versions.node}, ` +
      `${cpus().length} x ${cpus()[0]?.model}; the middle of ${runs} runs, each from a server started for it.`,
    '',
    '| page | performance | accessibility | best practices | SEO | LCP s | CLS | TBT ms | script before interaction, KiB brotli |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...list.map(
      ({ name, address, scores, lcp, cls, tbt, script }) =>
        `| ${name} \`${address}\` | ${scores.join(' | ')} | ${(lcp / 1000).toFixed(2)} | ${cls.toFixed(3)} | ` +
        `${Math.round(tbt)} | ${(script / 1024).toFixed(1)} |`,
    ),
  ].join('\n');
}

/** What a script weighs on its way, in bytes. */
function sizeOf(url) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
        let size = 0;
        response.on('data', (data) => (size += data.length));
        response.on('end', () => resolve(size));
      })
      .on('error', reject);
  });
}

/** The server as `npm start` runs it, with the seed of the Hub, until it answers. */
async function startServer() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['scripts/dev/serve.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      SOTTO_DATA_DIR: folder,
      HUB_SEED: 'on',
      LOG_LEVEL: 'silent',
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const deadline = Date.now() + 120_000;
  while (
    !(await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The server did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { origin, stop: () => (child.kill('SIGTERM'), ended) };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
