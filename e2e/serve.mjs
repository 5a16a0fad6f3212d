// The server as `npm start` runs it, with rates that a whole suite from one address does not reach.
import { fileURLToPath } from 'node:url';
import { systemClock } from '@sotto/widget-core/api';
import { createSite, readSiteSettings } from '../packages/hub-site/dist/index.js';
import { runServer } from '../packages/server/dist/index.js';
// Its worker may be ended in the middle of a test.
import '../scripts/machine/endWithParent.mjs';

if (process.env.SOTTO_LATE_FILES) await import('./lateFiles.mjs');

/** Moves the clock of the server, not its waits: for what happens minutes later. */
let aheadMs = 0;
process.on('message', (message) => {
  aheadMs += message?.advanceMs ?? 0;
});

const MANY = 1_000_000;
// The same of budgets.
for (const whose of ['ACCOUNT', 'WIDGET', 'ADDRESS', 'SUBJECT', 'UPLOADS']) process.env[`BUDGET_${whose}`] ??= 'off';

await runServer({
  clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  site: createSite({
    docsDir: fileURLToPath(new URL('../docs', import.meta.url)),
    settings: readSiteSettings(process.env),
  }),
  rateLimits: {
    sessionCreate: MANY,
    complete: MANY,
    completePerAddress: MANY,
    session: MANY,
    signIn: MANY,
    user: MANY,
  },
});
