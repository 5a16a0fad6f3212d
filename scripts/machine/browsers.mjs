// Finds the three browser engines, and the shell of one. As root on Debian a missing one is installed; elsewhere the
// message names the command.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { installWithApt, isRootOnDebian } from './debian.mjs';

const engines = {
  chromium: {
    debian: ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji'],
    elsewhere: 'npx playwright-core install chromium',
    find: () =>
      process.env.CHROMIUM_PATH ||
      firstExisting([
        ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'].map(onPath),
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
        'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
        playwrightsOwn(),
      ]),
  },
  // Chromium's engine without windows and menus around it.
  shell: {
    debian: ['chromium-headless-shell'],
    elsewhere: 'npx playwright-core install chromium-headless-shell',
    find: () => process.env.CHROMIUM_SHELL_PATH || onPath('chromium-headless-shell'),
  },
  firefox: {
    debian: ['firefox-esr'],
    elsewhere: 'install Firefox',
    find: () =>
      process.env.FIREFOX_PATH ||
      firstExisting([
        ...['firefox-esr', 'firefox'].map(onPath),
        '/Applications/Firefox.app/Contents/MacOS/firefox',
        'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
      ]),
  },
  webkit: {
    // Without a window manager no window has the focus, and so no frame in it.
    debian: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb', 'matchbox-window-manager'],
    elsewhere: 'WebKit is driven through WebKitGTK on Linux only',
    find: () =>
      process.env.WEBKIT_PATH ||
      (['WebKitWebDriver', 'Xvfb', 'matchbox-window-manager'].every(onPath) ? miniBrowser() : undefined),
  },
};

/** The engine's executable if it is on this machine. Environment variables (`CHROMIUM_PATH` …) come first. */
export function findEngine(name) {
  return engines[name].find();
}

/**
 * The engine's executable; installed when it is missing and we are root on Debian. Throws a sentence that says what to
 * do.
 */
export function requireEngine(name) {
  const engine = engines[name];
  const found = engine.find() ?? (isRootOnDebian() ? (installWithApt(engine.debian), engine.find()) : undefined);
  if (found) return found;
  throw new Error(
    `No ${name} was found, and the tests in browsers need it. On Debian: sudo apt-get install ${engine.debian.join(' ')}. ` +
      `Elsewhere: ${engine.elsewhere}, or set ${variableOf(name)} to its executable.`,
  );
}

/** The environment variable that names an engine's executable. */
export function variableOf(name) {
  return name === 'shell' ? 'CHROMIUM_SHELL_PATH' : `${name.toUpperCase()}_PATH`;
}

function onPath(name) {
  if (process.platform === 'win32') return undefined;
  const result = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

function firstExisting(paths) {
  return paths.find((path) => path && existsSync(path));
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    return undefined; // playwright-core is not installed yet
  }
}

function miniBrowser() {
  for (const library of ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/libexec'].filter(
    existsSync,
  )) {
    const versions = readdirSync(library)
      .filter((name) => /^webkit2?gtk-[46]\.\d$/.test(name))
      .sort()
      .reverse();
    const found = firstExisting(versions.map((name) => `${library}/${name}/MiniBrowser`));
    if (found) return found;
  }
  return undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of Object.keys(engines)) console.log(name, findEngine(name) ?? 'missing');
}
