// (d) What an embed costs the page that carries it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hosts, sources } from '../../contenders/host/index.mjs';
import { buildEach, page as buildPage } from '../lib/build.mjs';
import { launch, openPage } from '../lib/browser.mjs';
import { BUILD, list } from '../lib/env.mjs';
import { serve } from '../lib/server.mjs';
import { startSotto } from '../lib/sottoServer.mjs';
import { shuffled, summarize } from '../lib/stats.mjs';

const TEXT =
  '<h1>Host page</h1>' +
  '<p>Ordinary text of an ordinary page, a few lines of it, so that there is something to paint.</p>'.repeat(12);

async function processCpu(browser) {
  const s = await browser.newBrowserCDPSession();
  const { processInfo } = await s.send('SystemInfo.getProcessInfo');
  await s.detach();
  return processInfo.reduce((a, p) => a + p.cpuTime, 0) * 1000;
}

async function sample(srv, sottoOrigin, h, throttle) {
  const browser = await launch({ args: ['--site-per-process'] });
  try {
    const p = await openPage(browser, 'about:blank', { viewport: { width: 1280, height: 900 }, throttle });
    // Sotto comes from a server of its own; its bytes are counted as they arrive.
    const arrived = [];
    p.context.on('requestfinished', (request) => {
      if (request.url().startsWith(sottoOrigin))
        arrived.push(
          request
            .sizes()
            .then((s) => ({ path: request.url(), bytes: s.responseBodySize }))
            .catch(() => ({ path: request.url(), bytes: 0 })),
        );
    });
    // A first visit to an empty page of the same site, so that process start-up is not counted.
    await p.page.goto(`${srv.origin}/host/empty/index.html`);
    await p.page.waitForTimeout(300);
    const c0 = await processCpu(browser);
    const from = srv.log.length;
    await p.page.goto(`${srv.origin}/host/page-${h.name}/index.html`, { waitUntil: 'load' });
    await p.page.waitForTimeout(throttle ? 5000 : 2500);
    const m = await p.probe.metrics(); // a new document starts these counters again, so they are this page's own
    const c1 = await processCpu(browser);
    const reqs = [
      ...srv.log.slice(from).filter((r) => !/\/host\/page-/.test(r.path)),
      ...(await Promise.all(arrived.splice(0))),
    ];
    const v = await p.page.evaluate(() => {
      const n = performance.getEntriesByType('navigation')[0];
      return {
        loadMs: n.loadEventEnd,
        fcp: __rec.paints['first-contentful-paint'] ?? NaN,
        long: __rec.long,
        cls: __rec.cls,
        elements: document.querySelectorAll('*').length,
      };
    });
    const out = {
      label: h.label,
      hostCpu: m.TaskDuration * 1000,
      hostScript: m.ScriptDuration * 1000,
      allCpu: c1 - c0,
      bytes: reqs.reduce((a, r) => a + r.bytes, 0),
      requests: reqs.length,
      heapMB: m.JSHeapUsedSize / 1e6,
      loadMs: v.loadMs,
      fcp: v.fcp,
      cls: v.cls,
      elements: v.elements,
      tbt: v.long.reduce((a, d) => a + Math.max(0, d - 50), 0),
      longest: v.long.length ? Math.max(...v.long) : 0,
    };
    if (h.click) {
      const from2 = srv.log.length;
      const a = await p.probe.metrics();
      out.clickReadyMs = await p.page.evaluate(h.click);
      await p.page.waitForTimeout(1000);
      out.clickHostCpu = ((await p.probe.metrics()).TaskDuration - a.TaskDuration) * 1000;
      out.clickBytes = [...srv.log.slice(from2), ...(await Promise.all(arrived))].reduce((s, r) => s + r.bytes, 0);
    }
    out.errors = p.errors.length;
    out.firstError = p.errors[0];
    return out;
  } catch (e) {
    return { error: String(e.message ?? e).split('\n')[0] };
  } finally {
    await browser.close();
  }
}

export default async function run(args) {
  const reps = Number(args.reps ?? 3);
  const only = list(args.only);
  const wanted = hosts.filter((h) => !only || only.includes(h.name) || h.name === 'blank');
  // The prototypes share a loader and a frame; every other embed is built from the source of its own name.
  const needed = Object.keys(sources).filter(
    (name) => ['loader', 'frame'].includes(name) || wanted.some((h) => h.name === name),
  );
  const { built, failed } = await buildEach(needed, (name) =>
    buildPage({ name: `host/${name}`, contents: sources[name] }),
  );
  const shared = ['loader', 'frame'].find((name) => name in failed);
  if (shared) throw new Error(`The prototypes' ${shared} ${failed[shared].error}`);
  const use = wanted.filter((h) => !(h.name in failed));
  const missing = Object.fromEntries(
    wanted.filter((h) => h.name in failed).map((h) => [h.name, { ...failed[h.name], label: h.label }]),
  );
  const srv = await serve();
  const sotto = await startSotto();
  const ctx = { same: srv.origin, cross: srv.otherOrigin, sotto: sotto.origin };
  for (const h of [{ name: 'empty', html: () => '' }, ...use]) {
    const dir = path.join(BUILD, 'host', h.name === 'empty' ? 'empty' : `page-${h.name}`);
    await mkdir(dir, { recursive: true });
    await writeFile(
      path.join(dir, 'index.html'),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" ` +
        `href="data:,"><title>host</title></head><body>${TEXT}${h.html(ctx)}</body></html>`,
    );
  }
  // The server compresses a file at its first request; have that done before anything is measured.
  for (const name of built)
    await fetch(`${srv.origin}/host/${name}/index.js`, { headers: { 'accept-encoding': 'br' } }).then((r) =>
      r.arrayBuffer(),
    );
  const results = {};
  for (const [key, throttle, n] of [
    ['desktop', 0, reps],
    ['throttled4x', 4, Number(args.throttledReps ?? 1)],
  ].filter(([, , count]) => count > 0)) {
    const got = Object.fromEntries(use.map((h) => [h.name, []]));
    for (let i = 0; i < n; i++) {
      for (const h of shuffled(use, 17 * i + throttle)) {
        const s = await sample(srv, sotto.origin, h, throttle);
        got[h.name].push(s);
        if (args.verbose)
          console.error(
            key,
            i,
            h.name,
            s.error ?? JSON.stringify(s, (k, v) => (typeof v === 'number' ? +v.toFixed(1) : v)),
          );
      }
    }
    results[key] = {
      ...Object.fromEntries(use.map((h) => [h.name, { ...summarize(got[h.name]), label: h.label }])),
      ...missing,
    };
    args.checkpoint?.(results);
  }
  await sotto.close();
  await srv.close();
  return results;
}
