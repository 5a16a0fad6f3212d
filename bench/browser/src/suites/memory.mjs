// (f) Memory: 500 replies in one page, against a fresh page that is given the same messages.
import { page as buildPage } from '../lib/build.mjs';
import { launch, openPage, settle } from '../lib/browser.mjs';
import { serve } from '../lib/server.mjs';

/**
 * What the heap is made of: compiled code, which grows with what has run and not with what was said, and everything
 * else that JavaScript holds.
 */
async function heapParts(page) {
  const cdp = await page.context().newCDPSession(page);
  const chunks = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  const {
    snapshot: { meta },
    nodes,
  } = JSON.parse(chunks.join(''));
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

/**
 * As many of the newest replies are streamed again in the page that has run, so that the same functions are compiled in
 * it.
 */
const WARM_REPLIES = 50;

/** Without compiled code at all: whatever this browser holds more than a fresh one, the page holds. */
const INTERPRETED = ['--js-flags=--expose-gc --jitless'];

export default async function run(args) {
  const replies = Number(args.replies ?? 500);
  const warmReplies = Math.min(WARM_REPLIES, replies);
  await buildPage({
    name: 'memory',
    contents: `import './contenders/memory-sotto.jsx';`,
    body: '<div id="host" style="width:400px;height:700px"></div>',
  });
  const srv = await serve();
  try {
    const said = { origin: srv.origin, replies, warmReplies, verbose: args.verbose };
    return { replies, warmReplies, ...(await measure(said)), interpreted: await measure(said, INTERPRETED) };
  } finally {
    await srv.close();
  }
}

/** A used page, a fresh one and a warm one, all with the same messages, in one browser. */
async function measure({ origin, replies, warmReplies, verbose }, launchArgs = []) {
  const browser = await launch({ args: launchArgs });
  const points = [];
  /**
   * A visitor of their own each, so that nothing comes from the browser's storage, which keeps the newest 200 messages
   * only.
   */
  const open = async (messages) => {
    const { page, probe } = await openPage(browser, `${origin}/memory/`, { timeout: 600000 });
    await page.evaluate((said) => __memory.open(said), messages);
    await settle(page, 500);
    return { page, probe };
  };
  const look = async ({ page, probe }) => {
    await settle(page, 3000);
    return {
      heapMB: await probe.heapMB(),
      nodes: (await probe.metrics()).Nodes,
      messages: await page.evaluate(() => __memory.messages().length),
      ...(await heapParts(page)),
    };
  };
  try {
    const long = await open();
    const step = Math.ceil(replies / 10);
    for (let done = 0; done < replies; done += step) {
      await long.page.evaluate(([from, n]) => __memory.chat(from, n), [done, Math.min(step, replies - done)]);
      await settle(long.page, 500);
      points.push({
        replies: Math.min(done + step, replies),
        heapMB: await long.probe.heapMB(),
        nodes: (await long.probe.metrics()).Nodes,
      });
      if (verbose) console.error(JSON.stringify(points.at(-1)));
    }
    const used = await look(long);
    const messages = await long.page.evaluate(() => __memory.messages());
    const fresh = await look(await open(messages));
    const begun = await open(messages.slice(0, -2 * warmReplies));
    await begun.page.evaluate(([from, n]) => __memory.chat(from, n), [replies - warmReplies, warmReplies]);
    const warm = await look(begun);
    return { points, used, fresh, warm };
  } finally {
    await browser.close();
  }
}
