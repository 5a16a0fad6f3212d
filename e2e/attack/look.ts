import { calling, type AttackPage } from './attackPage';
import { inspectFrame, readAgain, type Finding, type Own } from './inspect';
import { noSignals, UNCOUNTED, type Signals } from './watch';

/** How long a page may take to draw a batch, diagrams included, in milliseconds. */
const DRAW_MS = 60_000;

/** Reads and draws every part once, so that what is measured and looked at afterwards is drawing. */
export async function warmUp(page: AttackPage): Promise<void> {
  const fence = (info: string, body: string): string => `\`\`\`${info}\n${body}\n\`\`\``;
  const text = [
    '# Head',
    '- [ ] item',
    '| a |\n|---|\n| b |',
    '$x^2$ and $$y$$',
    fence('js', 'let a;'),
    fence('card', 'title: a'),
    fence('carousel', '- title: a'),
    fence('buttons', '- caption: a'),
    fence('form', 'fields: [{name: a}]'),
    fence('mermaid', 'pie\n "a": 1'),
    '![a](https://example.com/a.png) [a]() <details><summary>a</summary>b</details>',
  ].join('\n\n');
  await page.call('setMessages', {
    messages: [
      {
        id: 'warm',
        type: 'bot',
        text,
        references: [{ source: 'a' }],
        micro: { url: 'https://example.com/', title: 'a' },
        attachments: [{ type: 'text/plain', localName: 'a' }],
      },
    ],
  });
  await page.inFrame(calling(untilThere, ['.katex', '.sotto-diagram-image'], DRAW_MS));
  await page.inFrame(calling(settle, DRAW_MS));
  await page.signals.collect();
  page.signals.violations.length = 0;
}

/**
 * A watch that hears nothing proves nothing: the host's page, which has no policy, runs something and asks a stranger,
 * and both must be heard.
 */
export async function proveWatch(page: AttackPage): Promise<void> {
  await page.inPage(`void [alert('control'), new Image().src = 'https://control.test/picture']`);
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    await page.signals.collect();
    const { scripts, requests } = page.signals;
    if (scripts.some((detail) => detail.includes('control')) && requests.some((url) => url.includes('control.test')))
      break;
    if (Date.now() > giveUpAt) throw new Error('what runs in the page, or what it asks for, is not heard');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  take(page.signals);
}

/** Until something of each kind is there. Runs in the page. */
function untilThere(selectors: readonly string[], timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + timeoutMs;
    const see = (): void => {
      const missing = selectors.filter((selector) => document.querySelector(selector) === null);
      if (missing.length === 0) resolve();
      else if (Date.now() > deadline) reject(new Error(`not there: ${missing.join()}`));
      else setTimeout(see, 50);
    };
    see();
  });
}

/**
 * Until nothing is being loaded, drawn or laid out any more: what is left to do is done, in a task of its own. Runs in
 * the page.
 */
function settle(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = Date.now() + timeoutMs;
    const see = (): void => {
      const isBusy =
        document.querySelector('.sotto-skeleton, .sotto-diagram[aria-busy=true], [data-state=drawing]') !== null;
      if (isBusy && Date.now() < deadline) setTimeout(see, 50);
      else requestAnimationFrame(() => setTimeout(layOut, 10));
    };
    const layOut = (): void => {
      document.body.getBoundingClientRect();
      setTimeout(resolve, 0);
    };
    requestAnimationFrame(see);
  });
}

/** What can be seen and was heard since the last look. */
export interface Seen extends Signals {
  readonly text: string;
}

/** Waits until everything is drawn and looks at it. */
export async function appearance(own: Own, page: AttackPage): Promise<Seen> {
  const { findings, markup, text } = await page.inFrame<{
    findings: Finding[];
    markup: [string, string][];
    text: string;
  }>(`${calling(settle, DRAW_MS)}.then(() => ({
    mark: void ${UNCOUNTED},
    findings: ${calling(inspectFrame, own)},
    markup: [...document.querySelectorAll('article.sotto-message')].map((article) => [article.dataset.key || '', article.innerHTML]),
    text: ([...document.querySelectorAll('article.sotto-message')].at(-1) || document.body).textContent.slice(-300),
  }))`);
  const doubtful = markup.filter(([, html]) => mayRunWhenReadAgain(html));
  if (doubtful.length > 0) findings.push(...(await page.inPage<Finding[]>(calling(readAgain, doubtful))));
  await page.signals.collect();
  const observed = take(page.signals);
  return { ...observed, findings: [...findings, ...observed.findings], text };
}

/** Only markup that has such characters can hold a script or a handler, however it is read again (A107). */
function mayRunWhenReadAgain(markup: string): boolean {
  return /<[^>]{0,20}script|[\s"'/]on[^\s"'<>/=]*[\s/]*=/i.test(markup);
}

/** The signals so far; from now on there are none. */
function take(signals: Signals): Signals {
  const taken = noSignals();
  for (const key of Object.keys(taken) as (keyof Signals)[])
    (taken[key] as unknown[]).push(...(signals[key] as unknown[]).splice(0));
  return taken;
}
