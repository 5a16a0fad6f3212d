// (b) Cost of streaming one markdown reply.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildEach, page as buildPage, placeFrame } from '../lib/build.mjs';
import { launch, openPage, settle, UNCAPPED, withTimeout } from '../lib/browser.mjs';
import { ROOT, choose, list } from '../lib/env.mjs';
import { serve } from '../lib/server.mjs';
import { exponent, shuffled, summarize } from '../lib/stats.mjs';
import { reply } from '../fixtures/markdown.mjs';

const DIR = path.join(ROOT, 'contenders/stream');
const CSS = '<style>body{margin:0;font:15px/1.5 sans-serif}#host{width:400px;height:700px;overflow-y:auto}</style>';

/** What is compared in a usual run; the rest are prototypes and bounds, for `--all`. */
const USUAL = [
  'sotto',
  'noop',
  'one-shot',
  'smd',
  'streamdown',
  'react-markdown',
  'assistant-ui',
  'deep-chat',
  'marked-naive',
];

async function build(args) {
  const files = new Map(
    readdirSync(DIR)
      .filter((f) => !f.startsWith('_'))
      .map((f) => [f.replace(/\.[^.]+$/, ''), f]),
  );
  await placeFrame();
  return buildEach(choose(args, [...files.keys()], USUAL), (name) =>
    buildPage({
      name: `stream/${name}`,
      head: CSS,
      body: '<div id="host"></div>',
      contents:
        `import c from './contenders/stream/${files.get(name)}'; import { drive } from ` +
        `'./src/pages/stream-driver.js'; drive(c); window.__meta = { label: c.label, once: !!c.once };`,
    }),
  );
}

/**
 * full:    the whole reply, every token.
 * sampled: `strata` evenly spread places; jump to each (not measured), then stream `tokens` tokens there (measured).
 *          The cost of the whole stream is the sum scaled up. Makes slow contenders affordable; "full" at a small size
 * checks it.
 */
async function sample(browser, origin, name, { size, mode, strata = 20, tokens = 25, rate = 0, budgetMs }) {
  const p = await openPage(browser, `${origin}/stream/${name}/`, { viewport: { width: 420, height: 720 } });
  try {
    await p.page.waitForFunction(() => window.__stream);
    const meta = await p.page.evaluate(() => window.__meta);
    await p.page.evaluate(() => __stream.mount());
    await settle(p.page);
    const heap0 = await p.probe.heapMB();
    const text = reply(size);
    const sum = { cpu: 0, script: 0, layout: 0, style: 0, process: 0, frames: 0, over16: 0, over4: 0, worstFrame: 0 };
    const add = (r) => {
      for (const k of Object.keys(sum)) {
        const v = r[k] ?? r.value?.[k] ?? 0;
        sum[k] = k === 'worstFrame' ? Math.max(sum[k], v) : sum[k] + v;
      }
    };
    let last;
    let marginal = NaN;
    const deadline = Date.now() + budgetMs;
    const left = () => Math.max(1000, deadline - Date.now());
    await p.page.evaluate(() => {
      __rec.long.length = 0;
    });
    if (mode === 'full' || meta.once) {
      await p.page.evaluate((t) => {
        window.__text = t;
      }, text);
      last = await withTimeout(
        p.probe.cpu(() =>
          p.page.evaluate(
            async ({ once, rate }) => {
              if (once) {
                await __stream.prefill(window.__text);
                return __stream.report();
              }
              return __stream.stream(window.__text, { rate });
            },
            { once: meta.once, rate },
          ),
        ),
        budgetMs,
        name,
      );
      add(last);
      add(await p.probe.cpu(() => settle(p.page))); // work a library put off
    } else {
      const chars = tokens * 4;
      let at = 0;
      let done = 0;
      for (let i = 0; i < strata; i++) {
        const from = Math.floor(((i + 0.5) * size) / strata - chars / 2);
        await withTimeout(
          p.page.evaluate((t) => __stream.prefill(t), text.slice(at, from)),
          left(),
          name,
        );
        await settle(p.page, 0);
        last = await withTimeout(
          p.probe.cpu(() => p.page.evaluate((t) => __stream.stream(t, { end: false }), text.slice(from, from + chars))),
          left(),
          name,
        );
        add(last);
        marginal = last.cpu / tokens;
        at = from + chars;
        done += tokens;
      }
      const scale = size / 4 / done;
      for (const k of Object.keys(sum)) if (k !== 'worstFrame') sum[k] *= scale;
    }
    const long = await p.page.evaluate(() => __rec.long);
    const heap1 = await p.probe.heapMB();
    return {
      ...sum,
      marginal,
      elements: last.value.elements,
      chars: last.value.chars,
      dropped: last.value.dropped,
      wall: last.value.wall,
      worstLong: long.length ? Math.max(...long) : 0,
      longTasks: long.length,
      heapMB: heap1 - heap0,
      nodes: last.nodes,
      label: meta.label,
      errors: p.errors.length,
      firstError: p.errors[0],
    };
  } catch (e) {
    return { error: String(e.message ?? e).split('\n')[0], pageError: p.errors[0] };
  } finally {
    await p.close();
  }
}

/** [size, mode, reps, options] in the order they run. */
function planOf(args) {
  const reps = Number(args.reps ?? 3);
  const all = [
    ['5k-full', { size: 5000, mode: 'full' }, reps, UNCAPPED],
    ['20k-sampled', { size: 20000, mode: 'sampled', strata: 20, tokens: 25 }, reps, UNCAPPED],
    ['80k-sampled', { size: 80000, mode: 'sampled', strata: 12, tokens: 8 }, Number(args.longReps ?? 1), UNCAPPED],
    ['20k-full', { size: 20000, mode: 'full' }, Number(args.fullReps ?? 0), UNCAPPED],
    ['5k-paced', { size: 5000, mode: 'full', rate: 100 }, Number(args.pacedReps ?? 0), []], // 60 Hz, 100 tokens/s by the clock
  ];
  const want = list(args.plan);
  return all.filter(([k, , n]) => n > 0 && (!want || want.includes(k)));
}

export default async function run(args) {
  const budgetMs = Number(args.budget ?? 150) * 1000;
  const { built: names, failed } = await build(args);
  const srv = await serve();
  const results = {};
  for (const [key, opt, reps, launchArgs] of planOf(args)) {
    const browser = await launch({ args: launchArgs });
    const got = Object.fromEntries(names.map((k) => [k, []]));
    try {
      for (let i = 0; i < reps; i++) {
        for (const name of shuffled(names, opt.size + 7919 * i)) {
          const t = Date.now();
          const s = await sample(browser, srv.origin, name, { ...opt, budgetMs });
          got[name].push(s);
          if (args.verbose)
            console.error(
              key,
              i,
              name,
              s.error ??
                `${s.cpu.toFixed(0)} ms cpu, worst ${s.worstFrame?.toFixed(1)}, ${s.elements} el, ${s.chars} ch, err ` +
                  `${s.errors} ${s.firstError ?? ''}, ${((Date.now() - t) / 1000).toFixed(1)} s`,
            );
        }
      }
    } finally {
      await browser.close();
    }
    results[key] = {
      ...Object.fromEntries(
        names.map((k) => [k, { ...summarize(got[k]), label: got[k].find((s) => s.label)?.label ?? k }]),
      ),
      ...failed,
    };
    args.checkpoint?.(results);
  }
  await srv.close();
  // Growth exponent of the whole stream's cost, net of the harness's own floor.
  const floor = (key) => results[key]?.noop?.cpu ?? 0;
  results.growth = Object.fromEntries(
    names.map((k) => [
      k,
      exponent(
        [
          ['5k-full', 5000],
          ['20k-sampled', 20000],
          ['80k-sampled', 80000],
        ]
          .map(([key, n]) => [n, (results[key]?.[k]?.cpu ?? NaN) - floor(key)])
          .filter(([, y]) => y > 0),
      ),
    ]),
  );
  return results;
}
