// npm run dev: server, Hub, frame and a page with the widget on one port, from their sources. A change is on the screen
// without a build.
import { createServer } from 'node:http';
import path from 'node:path';
import { startBackend } from './backend.mjs';
import './demoLinks.mjs';
import { createFront } from './front.mjs';
import { startVite } from './vite.mjs';
import { watchSources } from './watchSources.mjs';
import { memory } from '../machine/workspace.mjs';

const wantedPort = Number(process.env.PORT || 3000);
const dataDir = process.env.SOTTO_DATA_DIR || path.join(memory, 'dev-data');

let answer = (_incoming, outgoing) => {
  outgoing.writeHead(503).end();
};
const listener = createServer((incoming, outgoing) => void answer(incoming, outgoing));
await new Promise((resolve, reject) =>
  listener.once('error', reject).listen(wantedPort, process.env.HOST || 'localhost', resolve),
).catch((error) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${wantedPort} is in use by another program. Stop it, or choose another port with PORT.`
      : error.message,
  );
  process.exit(1);
});

const { port } = listener.address();
const environment = {
  ...process.env,
  PORT: String(port),
  // Tokens name the address that they were made for: it must be the one that browsers use.
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  SOTTO_DATA_DIR: dataDir,
  HUB_SEED: process.env.HUB_SEED || 'on',
  SOTTO_LOG: process.env.SOTTO_LOG || 'error',
};

/** Nothing is loaded before the server is, so nobody asks before. */
const owners = { of: (_file) => undefined };
let failure;
const vite = await startVite(listener, {
  privateFolder: dataDir,
  ownerOf: (file) => owners.of(file),
});
const backend = await startBackend(vite, environment).catch((error) => {
  // What an operator can mend says so in its message; anything else is a fault of the sources.
  console.error(error.constructor.name === 'ConfigError' ? error.message : error);
  process.exit(1);
});
owners.of = backend.ownerOf;
answer = createFront({ vite, backend, failure: () => failure });
watchSources(vite, backend, (error) => {
  failure = error;
});

let isStopping = false;
async function stop() {
  if (isStopping) process.exit(1);
  isStopping = true;
  listener.close();
  listener.closeAllConnections();
  await backend.close();
  await vite.close();
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
console.log(
  `Sotto is ready on ${environment.PUBLIC_URL}\n  ${environment.PUBLIC_URL}/demo   a page with the widget\n  ${environment.PUBLIC_URL}/hub    the Hub`,
);
