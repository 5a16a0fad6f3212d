// Measures the loop: edits a file as an editor would, watches a real browser until the change is on its screen, and
// takes the edit back, which is measured as well. In the browser a conversation is open; after every change it must
// still be there.
//   node scripts/run.mjs dev-loop
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { freePort } from '../machine/ports.mjs';
import { root } from '../machine/workspace.mjs';

/** What a style or a component may take, and what a file of core or server may take, in milliseconds. */
const QUICK_MS = 2_000;
const MODULE_MS = 5_000;
/** How long the browser is watched for a change before it counts as never coming, in milliseconds. */
const PATIENCE_MS = 30_000;
/** How long a conversation may take to be shown again, in milliseconds. */
const REOPENED_MS = 15_000;
const DRAFT = 'half a sentence';
/** Pages that are watched beside the one with the conversation. */
const PAGES = { hub: '/', hosted: '/w/demo' };
const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const addStyle = (rule) => (text) => `${text}\n${rule}\n`;
const replaceOnce = (from, to) => (text) => {
  if (text.split(from).length !== 2) throw new Error(`${from} is expected once`);
  return text.replace(from, to);
};

/**
 * `page`: which open page is watched; `isSeen` is asked in it, in the chat's own page where the page is `chat`.
 * `staysOpen`: nothing is loaded anew, a draft
 * that is being written stays.
 */
const CHANGES = [
  {
    what: 'style of the widget',
    file: 'packages/widget-react/src/theme/widget.css',
    edit: addStyle('.sotto-bar { outline: 3px solid rgb(1, 2, 3); }'),
    page: 'chat',
    isSeen: () => getComputedStyle(document.querySelector('.sotto-bar')).outlineColor === 'rgb(1, 2, 3)',
    limitMs: QUICK_MS,
    staysOpen: true,
  },
  {
    what: 'component of the widget',
    file: 'packages/widget-react/src/chrome/TopBar.tsx',
    edit: replaceOnce('<header className="sotto-bar">', '<header className="sotto-bar" data-edited="">'),
    page: 'chat',
    isSeen: () => document.querySelector('.sotto-bar[data-edited]') !== null,
    limitMs: QUICK_MS,
    staysOpen: true,
  },
  {
    what: 'style of the Hub',
    file: 'packages/hub-site/src/styles/base.css',
    edit: addStyle('body { outline: 3px solid rgb(1, 2, 3); }'),
    page: 'hub',
    isSeen: () => getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)',
    limitMs: QUICK_MS,
    staysOpen: true,
  },
  {
    what: 'component of the Hub',
    file: 'packages/hub-site/src/shell/Footer.tsx',
    edit: replaceOnce('<footer className="site-footer">', '<footer className="site-footer" data-edited="">'),
    page: 'hub',
    isSeen: () => document.querySelector('.site-footer[data-edited]') !== null,
    limitMs: QUICK_MS,
  },
  {
    what: 'launcher',
    file: 'packages/loader/src/launcherStyles.ts',
    edit: replaceOnce('.launcher{position:fixed;', '.launcher{position:fixed;outline:3px solid rgb(1,2,3);'),
    page: 'host',
    isSeen: () =>
      getComputedStyle(document.querySelector('sotto-chat').shadowRoot.querySelector('[part~=launcher]'))
        .outlineColor === 'rgb(1, 2, 3)',
    limitMs: MODULE_MS,
  },
  {
    what: 'core',
    file: 'packages/widget-core/src/config/words/en.ts',
    edit: replaceOnce("placeholder: 'Write a message'", "placeholder: 'Write an edited message'"),
    page: 'chat',
    isSeen: () => document.querySelector('textarea')?.placeholder === 'Write an edited message',
    limitMs: MODULE_MS,
  },
  {
    what: 'server',
    file: 'packages/server/src/http/files/framePage.ts',
    edit: replaceOnce('`<title>${name}</title>', '`<title>${name}, edited</title>'),
    page: 'hosted',
    isSeen: () => document.title.endsWith(', edited'),
    limitMs: MODULE_MS,
  },
];

const originals = new Map();
function editFile({ file, edit }) {
  const text = readFileSync(path.join(root, file), 'utf8');
  originals.set(file, text);
  writeFileSync(path.join(root, file), edit(text));
}
function restoreFile(file) {
  if (originals.has(file)) writeFileSync(path.join(root, file), originals.get(file));
  originals.delete(file);
}

async function startDev() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sotto-dev-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/dev/dev.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), PUBLIC_URL: '', SOTTO_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`npm run dev ended with ${code}`));
    });
    child.stdout.on('data', (data) => {
      if (/is ready/.test(String(data))) resolve();
    });
  });
  return {
    origin: `http://localhost:${port}`,
    async close() {
      child.removeAllListeners('exit');
      const gone = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const frameOf = (page) => page.locator('sotto-chat iframe').contentFrame();
const textBoxOf = (page) => frameOf(page).getByRole('textbox');

/** A page with a conversation of one question and its answer. */
async function talk(page) {
  await page.locator('sotto-chat button[part~="launcher"]').click();
  await textBoxOf(page).fill('How do I install it?');
  await textBoxOf(page).press('Enter');
  await frameOf(page).locator('article.sotto-message').nth(1).waitFor();
  await frameOf(page).locator('.sotto-send[data-stops]').waitFor({ state: 'detached' });
  await textBoxOf(page).fill(DRAFT);
}

/** Milliseconds until `isSeen` answers `wanted` in the page; a page that is being loaded is asked again. */
async function watch(page, { page: name, isSeen }, wanted, startedAt) {
  for (;;) {
    const target = name === 'chat' ? frameOf(page).locator(':root') : page.locator(':root');
    const seen = await target.evaluate(isSeen, undefined, { timeout: 1_000 }).catch(() => undefined);
    if (seen === wanted) return Date.now() - startedAt;
    if (Date.now() - startedAt > PATIENCE_MS) throw new Error('the change did not come onto the screen');
    await pause(10);
  }
}

/**
 * What is wrong with the conversation after a change; undefined: nothing. A page that is loaded anew gets some seconds
 * to show it again.
 */
async function findLoss(page, messages, staysOpen) {
  let loss;
  await page.bringToFront();
  for (const startedAt = Date.now(); Date.now() - startedAt < REOPENED_MS; await pause(100)) {
    loss = await lookForLoss(page, messages, staysOpen).catch((error) => error.message);
    if (loss === undefined || staysOpen) return loss;
  }
  return loss;
}

async function lookForLoss(page, messages, staysOpen) {
  if (!staysOpen && !(await textBoxOf(page).isVisible()))
    await page.locator('sotto-chat button[part~="launcher"]').click({ timeout: 1_000 });
  await textBoxOf(page).waitFor({ timeout: 1_000 });
  const left = await frameOf(page).locator('article.sotto-message').allInnerTexts();
  if (left.join() !== messages.join()) return `the conversation became ${JSON.stringify(left)}`;
  if (staysOpen && (await textBoxOf(page).inputValue()) !== DRAFT) return 'the draft is gone';
  return undefined;
}

async function measure(change, context, origin, host, messages) {
  const page = PAGES[change.page] === undefined ? host : await openPage(context, origin + PAGES[change.page]);
  editFile(change);
  const there = await watch(page, change, true, Date.now());
  const loss = await findLoss(host, messages, change.staysOpen);
  await page.bringToFront();
  restoreFile(change.file);
  const back = await watch(page, change, false, Date.now());
  const result = { there, back, loss: loss ?? (await findLoss(host, messages, change.staysOpen)) };
  if (page !== host) await page.close();
  return result;
}

async function openPage(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

let dev;
let browser;
let failures = 0;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    [...originals.keys()].forEach(restoreFile);
    process.exit(1);
  });
try {
  dev = await startDev();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext();
  const host = await openPage(context, `${dev.origin}/demo`);
  await talk(host);
  const messages = await frameOf(host).locator('article.sotto-message').allInnerTexts();
  for (const change of CHANGES) {
    const result = await measure(change, context, dev.origin, host, messages).catch((error) => ({
      loss: error.message,
    }));
    restoreFile(change.file);
    const isGood = result.loss === undefined && Math.max(result.there, result.back) <= change.limitMs;
    if (!isGood) failures += 1;
    console.log(
      `${isGood ? 'ok    ' : 'FAILED'} ${change.what}: ${result.there ?? '?'} ms, taken back ` +
        `${result.back ?? '?'} ms, of ` +
        `${change.limitMs}${result.loss ? `; ${result.loss}` : change.staysOpen ? '; nothing loaded anew' : '; loaded anew, conversation kept'}`,
    );
  }
} finally {
  [...originals.keys()].forEach(restoreFile);
  await browser?.close();
  await dev?.close();
}
process.exit(failures > 0 ? 1 : 0);
