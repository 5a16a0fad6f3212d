#!/usr/bin/env node
// node report.mjs > report.md : turns results/*.json into markdown tables.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RESULTS } from './src/lib/env.mjs';

const get = (f) => {
  const p = path.join(RESULTS, `${f}.json`);
  return existsSync(p) ? JSON.parse(readFileSync(p, 'utf8')) : null;
};
const f0 = (x) => (Number.isFinite(x) ? x.toFixed(0) : '-');
const f1 = (x) => (Number.isFinite(x) ? (x >= 100 ? x.toFixed(0) : x.toFixed(1)) : '-');
const f2 = (x) => (Number.isFinite(x) ? x.toFixed(2) : '-');
const kb = (x) => (x / 1000).toFixed(1);
const table = (head, rows) =>
  [
    '| ' + head.join(' | ') + ' |',
    '|' + head.map((_, i) => (i ? ' ---: |' : ' --- |')).join(''),
    ...rows.map((r) => '| ' + r.join(' | ') + ' |'),
  ].join('\n');
const out = [];
const print = (...x) => out.push(...x, '');

const first = readdirSync(RESULTS)
  .filter((f) => f.endsWith('.json'))
  .map((f) => get(f.replace('.json', '')))[0];
if (first)
  print(
    `${first.machine.cores} x \
${first.machine.cpu}, ${first.machine.memGiB} GiB, Node ${first.machine.node}, ${first.at.slice(0, 10)}; load average at the start of each suite: ${readdirSync(
      RESULTS,
    )
      .filter((f) => f.endsWith('.json'))
      .map((f) => `${f.replace('.json', '')} ${get(f.replace('.json', '')).machine.load[0]}`)
      .join(', ')}.`,
  );

const b = get('bundle');
if (b) {
  print('## Bundle (kB = 1,000 bytes, minified)');
  for (const g of new Set(b.results.bundles.map((x) => x.group))) {
    print(
      `### ${g}`,
      table(
        ['entry', 'initial JS raw', 'gz', 'br', 'lazy JS gz (files)', 'css gz', 'fonts etc. raw (files)'],
        b.results.bundles
          .filter((x) => x.group === g)
          .map((x) =>
            x.error
              ? [x.name, x.error, '', '', '', '', '']
              : [
                  x.name,
                  kb(x.initial.raw),
                  kb(x.initial.gz),
                  kb(x.initial.br),
                  x.lazyFiles ? `${kb(x.lazy.gz)} (${x.lazyFiles})` : '-',
                  x.css.raw ? kb(x.css.gz) : '-',
                  x.assetFiles ? `${kb(x.assets.raw)} (${x.assetFiles})` : '-',
                ],
          ),
      ),
    );
  }
}
for (const file of readdirSync(RESULTS)
  .filter((f) => /^stream.*\.json$/.test(f))
  .sort()) {
  const s = get(file.replace('.json', ''));
  for (const [key, r] of Object.entries(s.results)) {
    if (key === 'growth') {
      if (Object.values(r).some(Number.isFinite))
        print(
          `### Growth exponent of a whole stream's net cost, over the sizes in ${file}`,
          table(
            ['contender', 'exponent'],
            Object.entries(r).map(([k, v]) => [k, f2(v)]),
          ),
        );
      continue;
    }
    const floor = r.noop?.cpu ?? 0;
    const best = Math.min(
      ...Object.entries(r)
        .filter(([k, v]) => v.frames && !/^(noop|plain)/.test(k) && v.cpu > floor)
        .map(([, v]) => v.cpu - floor),
    );
    print(
      `### Stream ${key} (${file})`,
      table(
        [
          'contender',
          'CPU ms',
          'net of floor',
          'x best',
          'script',
          'layout+style',
          'frames >16.7 ms',
          '>4.2 ms',
          'worst frame',
          'worst long task',
          'heap MB',
          'p25-p75',
          'n',
        ],
        Object.entries(r)
          .sort((x, y) => (x[1].cpu ?? 1e9) - (y[1].cpu ?? 1e9))
          .map(([, v]) =>
            v.error
              ? [v.label, v.error, ...Array(11).fill('')]
              : [
                  v.label,
                  f0(v.cpu),
                  f0(v.frames ? v.cpu - floor : v.cpu),
                  v.frames && v.cpu > floor ? f1((v.cpu - floor) / best) : '-',
                  f0(v.script),
                  f0(v.layout + v.style),
                  ...(key.includes('paced')
                    ? [`${f0(v.dropped)} dropped`, '-']
                    : v.frames
                      ? [
                          `${((100 * v.over16) / v.frames).toFixed(1)} %`,
                          `${((100 * v.over4) / v.frames).toFixed(1)} %`,
                        ]
                      : ['-', '-']),
                  f1(v.worstFrame),
                  f0(v.worstLong),
                  f1(v.heapMB),
                  v._spread.cpu.map(f0).join('-'),
                  v.n,
                ],
          ),
      ),
    );
  }
}
for (const file of readdirSync(RESULTS)
  .filter((f) => /^list.*\.json$/.test(f))
  .sort()) {
  const l = get(file.replace('.json', ''));
  print(`## Long conversation (${file})`);
  for (const [count, r] of Object.entries(l.results)) {
    if (count === 'growth') continue;
    print(
      `### ${count} messages`,
      table(
        [
          'contender',
          'newest shown ms',
          'load CPU',
          'longest task',
          'elements',
          'nodes',
          'heap MB',
          'append CPU',
          'key CPU',
          'key to painted frame ms, median (worst)',
          'page up CPU',
          'to top CPU',
          'top reached',
          'n',
        ],
        Object.entries(r)
          .sort((x, y) => (x[1].loadCpu ?? 1e9) - (y[1].loadCpu ?? 1e9))
          .map(([, v]) =>
            v.error
              ? [v.label, v.error, ...Array(12).fill('')]
              : [
                  v.label,
                  v.notShown ? `not shown` : f0(v.newestMs),
                  f0(v.loadCpu),
                  f0(v.loadLongest),
                  f0(v.elements),
                  f0(v.nodes),
                  f1(v.heapMB),
                  f1(v.appendCpu) + (v.appendShown ? '' : ' (not shown)'),
                  v.typed ? f1(v.keyCpu) : 'n/a',
                  v.typed && v.keyToFrame ? `${f0(v.keyToFrame)} (${f0(v.keyToFrameWorst)})` : '-',
                  f1(v.pageUpCpu),
                  f0(v.topCpu),
                  v.topShown ? 'yes' : 'no',
                  v.n,
                ],
          ),
      ),
    );
  }
}
for (const file of readdirSync(RESULTS)
  .filter((f) => /^host.*\.json$/.test(f))
  .sort()) {
  const h = get(file.replace('.json', ''));
  print(`## Host page (${file})`);
  for (const [key, r] of Object.entries(h.results)) {
    const base = r.blank;
    print(
      `### ${key} (the blank page's own cost is taken off CPU and heap)`,
      table(
        [
          'embed',
          'host main-thread CPU ms',
          'all processes CPU ms',
          'bytes (br)',
          'requests',
          'TBT ms',
          'longest task',
          'host heap MB',
          'load ms',
          'CLS',
          'click to ready ms',
        ],
        Object.entries(r).map(([k, v]) =>
          v.error
            ? [v.label, v.error, ...Array(9).fill('')]
            : [
                v.label,
                f1(k === 'blank' ? v.hostCpu : v.hostCpu - base.hostCpu),
                f0(k === 'blank' ? v.allCpu : v.allCpu - base.allCpu),
                f0(v.bytes),
                f0(v.requests),
                f0(v.tbt),
                f0(v.longest),
                f1(k === 'blank' ? v.heapMB : v.heapMB - base.heapMB),
                f0(v.loadMs),
                f2(v.cls),
                v.clickReadyMs ? `${f0(v.clickReadyMs)} (+${f0(v.clickBytes)} B)` : '-',
              ],
        ),
      ),
    );
  }
}
const st = get('storage');
if (st) {
  print(
    `## Storage: ${st.results.messages} messages (${st.results.json} characters of JSON), per token`,
    table(
      [
        'strategy',
        'main-thread CPU us',
        'other tab CPU us',
        'all processes CPU us',
        'write p50 us',
        'worst write ms',
        'n',
      ],
      Object.values(st.results.strategies).map((v) => [
        v.label,
        f0(v.cpuPerToken * 1000),
        f0(v.otherTabPerToken * 1000),
        f0(v.allPerToken * 1000),
        f0(v.syncP50 * 1000),
        f1(v.syncWorst),
        v.n,
      ]),
    ),
  );
}
const m = get('memory');
if (m) {
  const { warmReplies, replies, interpreted } = m.results;
  const rows = ({ used, fresh, warm }, note = '') =>
    [
      [`the used page: ${replies} replies`, used],
      ['a fresh page with the same messages', fresh],
      [`a page with the same messages that has streamed the newest ${warmReplies} replies`, warm],
    ].map(([name, of]) => [
      name + note,
      f1(of.heapMB),
      f1(of.codeMB),
      f1(of.dataMB),
      f0(of.nodes),
      f2(used.heapMB / of.heapMB),
      f2(used.dataMB / of.dataMB),
    ]);
  const onTheWay = ({ points }) => points.map((x) => `${f1(x.heapMB)} MB after ${x.replies}`).join(', ');
  print(
    `## Memory: ${replies} streamed replies in one page`,
    table(
      [
        'page',
        'heap MB',
        'of it compiled code',
        'of it objects and texts',
        'DOM nodes',
        'used page over this one',
        'its objects and texts',
      ],
      [...rows(m.results), ...rows(interpreted, ', nothing compiled')],
    ),
    `"Nothing compiled": V8 without its compilers (\`--jitless\`), so that a heap is what a page keeps ` +
      `and not how often it has run. Heap on the way: ${onTheWay(m.results)}; with nothing compiled: ` +
      `${onTheWay(interpreted)}.`,
  );
}
const server = path.join(RESULTS, 'server.md');
if (existsSync(server)) print('## Server: streams over loopback', readFileSync(server, 'utf8').trim());
console.log(out.join('\n'));
