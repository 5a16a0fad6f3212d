// (e) Keeping a 500-message conversation while a reply streams, with a second tab of the same site open.
import { page as buildPage } from '../lib/build.mjs';
import { launch, openPage, Probe, settle } from '../lib/browser.mjs';
import { choose } from '../lib/env.mjs';
import { serve } from '../lib/server.mjs';
import { shuffled, summarize } from '../lib/stats.mjs';
import { conversation, reply } from '../fixtures/markdown.mjs';

async function browserCpu(browser) {
  const s = await browser.newBrowserCDPSession();
  const { processInfo } = await s.send('SystemInfo.getProcessInfo');
  await s.detach();
  return Object.fromEntries(processInfo.map((p) => [p.id, { type: p.type, ms: p.cpuTime * 1000 }]));
}

/** What is compared in a usual run; the rest are for `--all`. */
const USUAL = [
  'sotto',
  'sotto-alone',
  'memory',
  'ls-whole',
  'ls-message-250',
  'idb-message-250',
  'bc-whole',
  'bc-delta',
];

export default async function run(args) {
  const reps = Number(args.reps ?? 2);
  const count = Number(args.messages ?? 500);
  await buildPage({ name: 'storage', contents: `import './src/pages/storage-driver.js';` });
  const srv = await serve();
  const messages = conversation(count);
  const text = reply(Number(args.chars ?? 800));
  const got = {};
  let labels = {};
  for (let i = 0; i < reps; i++) {
    const browser = await launch();
    const p = await openPage(browser, `${srv.origin}/storage/`);
    labels = await p.page.evaluate(() => __storage.labels);
    const names = choose(args, Object.keys(labels), USUAL);
    const tab = await p.context.newPage();
    await tab.goto(`${srv.origin}/storage/`);
    await tab.evaluate(() => __storage.listen());
    const other = await Probe.attach(tab);
    for (const name of shuffled(names, 91 * i)) {
      await tab.evaluate((n) => __storage.join(n), name);
      await p.page.evaluate(([n, ms]) => __storage.open(n, ms), [name, messages]);
      await p.page.evaluate((ms) => {
        window.__ms = ms;
        __rec.long.length = 0;
      }, messages);
      await settle(p.page, 200);
      const a = await browserCpu(browser);
      const o0 = await other.metrics();
      const r = await p.probe.cpu(() => p.page.evaluate(([n, t]) => __storage.run(n, window.__ms, t), [name, text]));
      await settle(p.page, 300);
      const o1 = await other.metrics();
      const b = await browserCpu(browser);
      await tab.evaluate((n) => __storage.leave(n), name);
      const n = r.value.tokens;
      const all = Object.entries(b).reduce((s, [id, v]) => s + v.ms - (a[id]?.ms ?? 0), 0);
      const long = await p.page.evaluate(() => __rec.long);
      (got[name] ??= []).push({
        cpuPerToken: r.cpu / n,
        otherTabPerToken: ((o1.TaskDuration - o0.TaskDuration) * 1000) / n,
        allPerToken: all / n,
        syncP50: r.value.syncP50,
        syncWorst: r.value.syncWorst,
        longTasks: long.length,
        received: await tab.evaluate(() => {
          const g = window.__got;
          window.__got = 0;
          return g;
        }),
      });
      if (args.verbose)
        console.error(
          i,
          name,
          JSON.stringify(got[name].at(-1), (k, v) => (typeof v === 'number' ? +v.toFixed(3) : v)),
        );
    }
    await browser.close();
  }
  await srv.close();
  return {
    json: JSON.stringify(messages).length,
    messages: count,
    strategies: Object.fromEntries(Object.keys(got).map((k) => [k, { ...summarize(got[k]), label: labels[k] }])),
  };
}
