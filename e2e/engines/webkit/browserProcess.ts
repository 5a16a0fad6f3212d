import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../startStack';
import { createCall, end, ready, type Call } from '../webkit';
import { connectInspector, type InspectorSocket } from './inspectorSocket';

/** MiniBrowser with two ways into it: WebDriver for what a person's hands do, and the inspector for everything else. */
export interface BrowserProcess {
  readonly call: Call;
  readonly inspector: InspectorSocket;
  close(): Promise<void>;
}

/** What is said to a browser before it starts. */
export interface BrowserSettings {
  /** Device pixels in one of the page's. */
  readonly scale: number;
  readonly locale?: string | undefined;
  readonly args?: readonly string[];
}

/** Makes everything around the page as small as it can be, so that a window can be as narrow as a phone. */
const SMALL = 'window * { font-size: 1px; min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }';

/**
 * Starts MiniBrowser on a screen of its own.
 *
 * There is no window manager, which would choose the size of windows: without one the window below the pointer has the
 * focus, and the pointer of this small screen is
 * always above it.
 *
 * @param miniBrowser - its executable
 */
export async function startBrowser(
  miniBrowser: string,
  { scale, locale, args = [] }: BrowserSettings,
): Promise<BrowserProcess> {
  const children: ChildProcess[] = [];
  const home = mkdtempSync(join(tmpdir(), 'sotto-webkit-'));
  // A cursor that blinks is a picture that differs.
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-cursor-blink=false\n');
  writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), SMALL);
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '400x400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.unshift(xvfb);
  const [display] = (await once(xvfb.stdio[3] as Readable, 'data')) as [Buffer];
  const env = {
    ...process.env,
    DISPLAY: `:${String(display).trim()}`,
    GDK_BACKEND: 'x11',
    GDK_SCALE: String(scale),
    LIBGL_ALWAYS_SOFTWARE: '1',
    XDG_CONFIG_HOME: home,
    ...(locale !== undefined && { LANGUAGE: locale.replace('-', '_') }),
  };
  const [inspectorPort, driverPort] = [await freePort(), await freePort()];
  const target = `127.0.0.1:${String(inspectorPort)}`;
  children.unshift(
    spawn(miniBrowser, ['--automation', ...args], {
      env: { ...env, WEBKIT_INSPECTOR_SERVER: target },
      stdio: 'ignore',
    }),
  );
  const inspector = await connectInspector(inspectorPort);
  children.unshift(
    spawn('WebKitWebDriver', [`--port=${String(driverPort)}`, `--target=${target}`], { env, stdio: 'ignore' }),
  );
  const call = createCall(`http://127.0.0.1:${String(driverPort)}`);
  await ready(call);
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } },
  });
  return {
    call: (method, path, body) => call(method, `/session/${sessionId}${path}`, body),
    inspector,
    async close() {
      inspector.close();
      for (const child of children) await end(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
