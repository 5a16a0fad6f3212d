import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('./wordpress/', import.meta.url));
const PLUGIN = fileURLToPath(new URL('../../examples/wordpress/sotto-chat/sotto-chat.php', import.meta.url));
const INSTALLED = '/wordpress/wp-content/plugins/sotto-chat';

/** A WordPress site with the plugin of examples/wordpress, active. */
export interface WordPressSite {
  readonly origin: string;
  /** Runs PHP with WordPress loaded, and gives what it prints. */
  run(code: string): Promise<string>;
  close(): Promise<void>;
}

/** The part of the packages' interface that is used here. */
interface Php {
  mkdir(path: string): void;
  writeFile(path: string, text: string): void;
  run(options: { code: string }): Promise<{ text: string; errors: string }>;
}
interface PhpAnswer {
  readonly httpStatusCode: number;
  readonly headers: Record<string, string[]>;
  readonly bytes: ArrayBuffer;
}
interface PhpRequests {
  request(request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    body?: Uint8Array;
  }): Promise<PhpAnswer>;
  getPrimaryPhp(): Promise<Php>;
}

/**
 * Starts WordPress on a free port: PHP in WebAssembly, SQLite, in memory.
 *
 * @param version - one that `@wp-playground/wordpress-builds` carries, such as `6.3`
 */
export async function startWordPress(version: string): Promise<WordPressSite> {
  install();
  const load = async <Module>(name: string): Promise<Module> =>
    import(pathToFileURL(`${FOLDER}node_modules/${name}/index.js`).href) as Promise<Module>;
  const { loadNodeRuntime } = await load<{ loadNodeRuntime: (php: string) => Promise<number> }>('@php-wasm/node');
  const { bootWordPress } = await load<{ bootWordPress: (options: object) => Promise<PhpRequests> }>(
    '@wp-playground/wordpress',
  );
  // WordPress is told its own address when it is made, so the server stands first.
  let answer = (_request: IncomingMessage, _body: Buffer): Promise<PhpAnswer | undefined> => Promise.resolve(undefined);
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const answered = await answer(request, body);
      response
        .writeHead(answered?.httpStatusCode ?? 503, answered?.headers)
        .end(answered && Buffer.from(answered.bytes));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${String((server.address() as AddressInfo).port)}`;
  const zip = (path: string): File =>
    new File([readFileSync(`${FOLDER}node_modules/@wp-playground/wordpress-builds/src/${path}`)], path);
  const requests = await bootWordPress({
    siteUrl: origin,
    createPhpRuntime: () => loadNodeRuntime('8.2'),
    wordPressZip: zip(`wordpress/wp-${version}.zip`),
    sqliteIntegrationPluginZip: zip('sqlite-database-integration/sqlite-database-integration.zip'),
  });
  answer = (request, body) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    return requests.request({
      url: request.url ?? '/',
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    });
  };
  const php = await requests.getPrimaryPhp();
  php.mkdir(INSTALLED);
  php.writeFile(`${INSTALLED}/sotto-chat.php`, readFileSync(PLUGIN, 'utf8'));
  const run = async (code: string): Promise<string> =>
    (await php.run({ code: `<?php require '/wordpress/wp-load.php'; ${code}` })).text;
  const problem = await run(
    "require_once ABSPATH . 'wp-admin/includes/plugin.php'; $problem = activate_plugin( " +
      "'sotto-chat/sotto-chat.php' ); echo is_wp_error( $problem ) ? $problem->get_error_message() : '';",
  );
  if (problem !== '') throw new Error(`The plugin could not be activated: ${problem}`);
  return {
    origin,
    run,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** The packages stand outside the workspace: 500 MB that only these specs need. Their versions are pinned. */
function install(): void {
  if (existsSync(`${FOLDER}node_modules/@wp-playground/wordpress/index.js`)) return;
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline'],
    { cwd: FOLDER, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`WordPress could not be installed from npm:\n${stderr}`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
