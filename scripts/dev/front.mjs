// Answers on the one port of development: scripts and styles from Vite, the loader's two files from here, everything
// else from the server behind.
import { request } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../machine/workspace.mjs';
import { nameSources } from './siteSources.mjs';
import { addressOf } from './vite.mjs';

/** Path of the element's module below the folder of `v2.js`, where a build has a hash. */
const CHUNK_PATH = 'v2/source/element.mjs';
const PAGE_PATH = '/@sotto/page.js';
/**
 * What Vite writes into a page for components that are replaced in place; as a file it passes the pages' own policies.
 * And it loads a page anew when server or Hub have changed: one that nobody looks at, when somebody does.
 */
const PAGE_SCRIPT = `import { injectIntoGlobalHook } from '/@react-refresh';
import { createHotContext } from '/@vite/client';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
createHotContext('${PAGE_PATH}').on('sotto:reload', () => {
  if (document.hidden) document.addEventListener('visibilitychange', () => { location.reload(); }, { once: true });
  else location.reload();
});
`;
const FROM_VITE = /^\/(?:@fs|@vite|@id|src)\/|^\/@react-refresh$/;
const OWN = {
  '/integrations/widget/v2.js': bundleLoader,
  [`/integrations/widget/${CHUNK_PATH}`]: async () =>
    `export * from '${addressOf('loader/src/element/createController.ts')}';`,
  [PAGE_PATH]: async () => PAGE_SCRIPT,
};
const FOR_PAGES = `<script type="module" src="${PAGE_PATH}"></script>`;

/** The script tag's file: a classic script, which knows its own tag only as long as it is one file. */
async function bundleLoader() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'packages/loader/src/v2.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['@sotto/source'],
    define: { CHUNK_PATH: JSON.stringify(CHUNK_PATH) },
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

/**
 * @param backend - gives the port of the server behind; undefined: it could not start
 * @param failure - what keeps it from starting
 */
export function createFront({ vite, backend, failure }) {
  return async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url, 'http://localhost');
    try {
      if (FROM_VITE.test(pathname))
        vite.middlewares(incoming, outgoing, () => send(outgoing, 404, 'text/plain', 'There is no such source.'));
      else if (OWN[pathname]) send(outgoing, 200, 'text/javascript', await OWN[pathname]());
      else if (failure()) send(outgoing, 500, 'text/html', troublePage(failure()));
      else pass(incoming, outgoing, await backend.address());
    } catch (error) {
      send(outgoing, 500, 'text/html', troublePage(error));
    }
  };
}

function pass(incoming, outgoing, port) {
  // A page is changed on its way, so it must come whole and as text.
  const headers = {
    ...incoming.headers,
    ...(wantsPage(incoming) && { 'accept-encoding': 'identity', 'if-none-match': '' }),
  };
  const forward = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers, agent: false },
    (answer) => {
      if (/^text\/html/.test(answer.headers['content-type'] ?? '')) return sendPage(answer, outgoing);
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    },
  );
  forward.on('error', () =>
    outgoing.headersSent ? outgoing.destroy() : send(outgoing, 502, 'text/plain', 'The server starts anew.'),
  );
  outgoing.on('close', () => forward.destroy());
  incoming.pipe(forward);
}

const wantsPage = ({ headers }) =>
  headers['sec-fetch-dest'] === 'document' ||
  headers['sec-fetch-dest'] === 'iframe' ||
  /text\/html/.test(headers.accept ?? '');

/** A page with the address of sources, and with what tells it of changes. */
function sendPage(answer, outgoing) {
  const chunks = [];
  answer.on('data', (chunk) => chunks.push(chunk));
  answer.on('end', () => {
    if (outgoing.headersSent) return;
    const html = nameSources(Buffer.concat(chunks).toString('utf8')).replace(
      /<head\b[^>]*>/i,
      (head) => head + FOR_PAGES,
    );
    const { 'content-length': _length, etag: _etag, 'content-security-policy': policy, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode, {
      ...headers,
      'Cache-Control': 'no-store',
      ...(policy && { 'Content-Security-Policy': widenPolicy(policy) }),
    });
    outgoing.end(html);
  });
}

/** A page's own policy, and beyond it what Vite does: scripts of this origin, style elements, a socket. */
export function widenPolicy(policy) {
  const directives = new Map(
    policy
      .split(';')
      .map((text) => text.trim().split(/\s+/))
      .map(([name, ...sources]) => [name, sources]),
  );
  const add = (name, ...sources) =>
    directives.set(name, [...(directives.get(name) ?? []).filter((source) => source !== "'none'"), ...sources]);
  add('script-src', "'self'");
  // A digest among the sources would take the meaning from 'unsafe-inline'.
  directives.set(
    'style-src',
    (directives.get('style-src') ?? []).filter((source) => !source.startsWith("'sha")),
  );
  add('style-src', "'self'", "'unsafe-inline'");
  add('connect-src', "'self'", 'ws:');
  return [...directives].map(([name, sources]) => [name, ...new Set(sources)].join(' ')).join('; ');
}

/** A page for what cannot be loaded. It loads itself anew as soon as the sources can. */
function troublePage(error) {
  const text = String(error?.stack ?? error)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
  return `<!doctype html><html><head>${FOR_PAGES}<title>Sotto cannot start</title></head><body><pre>${text}</pre></body></html>`;
}

function send(outgoing, status, type, text) {
  if (outgoing.headersSent) return;
  outgoing.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  outgoing.end(text);
}
