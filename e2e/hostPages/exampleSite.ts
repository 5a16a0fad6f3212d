import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * A site that serves what an example was built to, with the address of the real server in place of the one in its code.
 */
export interface ExampleSite {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param server - origin of the real server */
export async function startExampleSite(example: string, server: string): Promise<ExampleSite> {
  const folder = join(EXAMPLES, example);
  if (existsSync(join(folder, 'package.json')) && !existsSync(join(folder, 'dist')))
    throw new Error(`${example} is not built: start the specs with node scripts/run.mjs e2e examples`);
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = findFile(folder, normalize(pathname));
    if (!file) {
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': `${TYPES[extname(file)] ?? 'application/octet-stream'}; charset=utf-8` });
    response.end(readFileSync(file, 'utf8').replaceAll('https://chat.example.com', server));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${String((site.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        site.closeAllConnections();
        site.close(() => {
          resolve();
        });
      }),
  };
}

/** Where Vite and Next.js put what a path means; a page of Next.js is drawn on the server, at build time. */
function findFile(folder: string, path: string): string | undefined {
  const name = path === '/' ? '/index.html' : path;
  const places = [
    join(folder, 'dist', name),
    join(folder, 'dist/server/app', name),
    join(folder, 'dist/server/app', `${name}.html`),
    join(folder, 'dist', name.replace(/^\/_next\//, '/')),
    ...(existsSync(join(folder, 'package.json')) ? [] : [join(folder, name)]),
  ];
  return places.find((place) => existsSync(place) && statSync(place).isFile());
}
