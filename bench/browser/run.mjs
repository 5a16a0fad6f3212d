#!/usr/bin/env node
// node run.mjs <bundle|stream|list|host|storage|memory|all> [--quick] [--all] [--reps 5] [--only a,b] [--verbose]
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { machine, parseArgs, RESULTS } from './src/lib/env.mjs';

// Playwright takes SIGTERM to close its browsers and stays; end the run too, its exit hook still closes them.
for (const sig of ['SIGTERM', 'SIGHUP']) process.once(sig, () => process.exit(143));

const SUITES = ['bundle', 'stream', 'list', 'host', 'storage', 'memory'];
const QUICK = { reps: 1, bigReps: 1, longReps: 1, throttledReps: 0, plan: '5k-full', sizes: '100', replies: 20 };
const given = parseArgs();
const args = given.quick ? { ...QUICK, ...given } : given;
const which = args._[0] === 'all' || !args._[0] ? SUITES : args._;
mkdirSync(RESULTS, { recursive: true });
for (const s of which) {
  if (!SUITES.includes(s)) {
    console.error(`No such suite: ${s}. One of: ${SUITES.join(', ')}, all`);
    process.exit(2);
  }
  const { default: suite } = await import(`./src/suites/${s}.mjs`);
  const before = machine();
  const t = Date.now();
  const file = path.join(RESULTS, `${args.tag ? `${s}-${args.tag}` : s}.json`);
  const save = (results) =>
    writeFileSync(
      file,
      JSON.stringify(
        {
          suite: s,
          at: new Date().toISOString(),
          args,
          seconds: Math.round((Date.now() - t) / 1000),
          machine: before,
          results,
        },
        null,
        1,
      ),
    );
  save(await suite({ ...args, checkpoint: save })); // a long suite saves as it goes
  console.error(`${s}: ${Math.round((Date.now() - t) / 1000)} s -> ${file}`);
}
