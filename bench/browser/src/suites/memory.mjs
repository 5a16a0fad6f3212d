// (f) Memory: 500 replies in one page, against a fresh page of the same visitor with the same messages.
import { page as buildPage, placeFrame } from '../lib/build.mjs';
import { launch, openPage, Probe, settle } from '../lib/browser.mjs';
import { serve } from '../lib/server.mjs';

/** What the heap is made of: compiled code, which grows with what has run and not with what was said, and everything else that JavaScript holds. */
async function heapParts(page) {
  const cdp = await page.context().newCDPSession(page);
  const chunks = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  const { snapshot: { meta }, nodes } = JSON.parse(chunks.join(''));
  const types = meta.node_types[0];
  const size = meta.node_fields.indexOf('self_size');
  const parts = { codeMB: 0, dataMB: 0 };
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    const type = types[nodes[at]];
    if (type === 'code') parts.codeMB += nodes[at + size] / 1e6;
    else if (type !== 'native') parts.dataMB += nodes[at + size] / 1e6;
  }
  return parts;
}

export default async function run(args) {
  const replies = Number(args.replies ?? 500);
  await placeFrame();
  await buildPage({ name: 'memory', contents: `import './contenders/memory-sotto.js';`, body: '<div id="host" style="width:400px;height:700px"></div>' });
  const srv = await serve();
  const browser = await launch();
  const p = await openPage(browser, `${srv.origin}/memory/`, { timeout: 600000 });
  const points = [];
  try {
    await p.page.evaluate(() => __memory.open());
    await settle(p.page, 500);
    points.push({ replies: 0, heapMB: await p.probe.heapMB(), nodes: (await p.probe.metrics()).Nodes });
    const step = Math.ceil(replies / 10);
    for (let done = 0; done < replies; done += step) {
      await p.page.evaluate(([from, n]) => __memory.chat(from, n), [done, Math.min(step, replies - done)]);
      await settle(p.page, 500);
      points.push({ replies: Math.min(done + step, replies), heapMB: await p.probe.heapMB(), nodes: (await p.probe.metrics()).Nodes });
      if (args.verbose) console.error(JSON.stringify(points.at(-1)));
    }
    const used = { ...points.at(-1), ...(await heapParts(p.page)) };
    // The same visitor opens another page: the conversation comes from the browser's own storage.
    const fresh = await p.context.newPage();
    const probe = await Probe.attach(fresh);
    await p.page.goto('about:blank');
    await fresh.goto(`${srv.origin}/memory/`);
    await fresh.evaluate(() => __memory.open());
    await settle(fresh, 3000);
    const again = { heapMB: await probe.heapMB(), nodes: (await probe.metrics()).Nodes, messages: await fresh.evaluate(() => __memory.count()), ...(await heapParts(fresh)) };
    return { replies, points, used, fresh: again, ratio: used.heapMB / again.heapMB, dataRatio: used.dataMB / again.dataMB };
  } finally {
    await browser.close();
    await srv.close();
  }
}
