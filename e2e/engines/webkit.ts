import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { freePort } from '../startStack';
import type { People, Person } from './person';

/** WebDriver's name of an element in what it sends and gets. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS: Readonly<Record<string, string>> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };
/** A selector's first match, in shadow roots of widgets too. */
const FIND =
  `(document.querySelector(arguments[0]) ?? [...document.querySelectorAll('sotto-chat')].map((chat) => ` +
  `chat.shadowRoot?.querySelector(arguments[0].replace(/^sotto-chat /, ''))).find(Boolean) ?? null)`;

/** One command of a session. @throws with the driver's error */
export type Call = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>;

/**
 * Which document of which tab the driver looks at. It gives the focus to the one it enters, so it enters none without
 * need.
 */
interface Place {
  handle: string;
  name: 'page' | 'chat' | undefined;
}

/** One browser of its own. */
export interface WebKitSession {
  readonly call: Call;
  close(): Promise<void>;
}

/**
 * Opens sessions of WebKitGTK's MiniBrowser, through the W3C WebDriver protocol: WebKitWebDriver on a screen of Xvfb,
 * with a window manager, without which no window has the focus; it makes every window as large as the screen.
 */
export interface WebKitSessions {
  /** @param args - more words for the browser's command line, such as `--proxy=…` */
  open(args?: readonly string[]): Promise<WebKitSession>;
  close(): Promise<void>;
}

/** @param miniBrowser - its executable */
export async function createWebKitSessions(miniBrowser: string): Promise<WebKitSessions> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1200x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(xvfb.stdio[3] as Readable, 'data')) as [Buffer];
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const manager = spawn('matchbox-window-manager', [], { env, stdio: 'ignore' });
  // WebKitWebDriver serves one session at a time: each is given a driver that has just been started.
  const drivers = new Set<ChildProcess>();
  return {
    async open(args = []) {
      const port = await freePort();
      const driver = spawn('WebKitWebDriver', [`--port=${String(port)}`], { env, stdio: 'ignore' });
      drivers.add(driver);
      const call = createCall(`http://127.0.0.1:${String(port)}`);
      await ready(call);
      const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation', ...args] },
          },
        },
      });
      return {
        call: (method, path, body) => call(method, `/session/${sessionId}${path}`, body),
        async close() {
          await call('DELETE', `/session/${sessionId}`).catch(() => undefined);
          drivers.delete(driver);
          await end(driver);
        },
      };
    },
    async close() {
      for (const child of [...drivers, manager, xvfb]) await end(child);
    },
  };
}

/** People at WebKit. Each has a session of their own. */
export async function createWebKitPeople(miniBrowser: string): Promise<People> {
  const sessions = await createWebKitSessions(miniBrowser);
  return {
    async arrive(storage) {
      const { call, close } = await sessions.open(storage === 'denied' ? ['--features=-LocalStorage'] : []);
      const handle = await call<string>('GET', '/window');
      return createPerson(call, handle, { handle, name: undefined }, close);
    },
    close: sessions.close,
  };
}

function createPerson(session: Call, handle: string, at: Place, close: () => Promise<void>): Person {
  const run = <Result>(script: string, ...args: unknown[]): Promise<Result> =>
    session('POST', '/execute/sync', { script, args });
  async function enter(place: 'page' | 'chat'): Promise<void> {
    // A frame may be another one than a moment ago.
    if (at.handle === handle && at.name === place && place === 'page') return;
    at.name = undefined;
    await session('POST', '/window', { handle });
    await session('POST', '/frame', { id: null });
    if (place === 'chat') await session('POST', '/frame', { id: await run(`return ${FIND}`, 'sotto-chat iframe') });
    Object.assign(at, { handle, name: place });
  }
  async function find(place: 'page' | 'chat', selector: string): Promise<string> {
    await enter(place);
    for (const giveUpAt = Date.now() + 10_000; ;) {
      const found = await run<Record<string, string> | null>(`return ${FIND}`, selector);
      if (found) return `/element/${found[ELEMENT] ?? ''}`;
      if (Date.now() > giveUpAt) throw new Error(`Nothing is ${selector} in the ${place}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    engine: 'webkit',
    async goto(url) {
      await enter('page');
      await session('POST', '/url', { url });
    },
    async reload() {
      await enter('page');
      await session('POST', '/refresh', {});
    },
    async newTab() {
      const tab = await session<{ handle: string }>('POST', '/window/new', { type: 'tab' });
      return createPerson(session, tab.handle, at, async () => {
        await session('POST', '/window', { handle: tab.handle });
        await session('DELETE', '/window');
        at.name = undefined;
      });
    },
    async inPage(expression) {
      await enter('page');
      return run(`return (${expression})`);
    },
    async inChat(expression) {
      await enter('chat');
      return run(`return (${expression})`);
    },
    click: async (place, selector) => session('POST', `${await find(place, selector)}/click`, {}),
    type: async (selector, text) => session('POST', `${await find('chat', selector)}/value`, { text }),
    async press(...keys) {
      if (at.handle !== handle) await enter('page');
      await session('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: keys.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key }))),
          },
        ],
      });
    },
    attach: async (selector, file) => session('POST', `${await find('chat', selector)}/value`, { text: file }),
    async screenshot() {
      await enter('page');
      // Two frames first: without them the picture can be of the state before the last click.
      await session('POST', '/execute/async', {
        script: 'const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));',
        args: [],
      });
      return Buffer.from(await session<string>('GET', '/screenshot'), 'base64');
    },
    close,
  };
}

export function createCall(base: string): Call {
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error ?? ''}: ${value.message ?? ''}`);
    return value as never;
  };
}

export async function ready(call: Call): Promise<void> {
  for (const giveUpAt = Date.now() + 15_000; ;) {
    try {
      await call('GET', '/status');
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
