// Brings changed sources into the running server and Hub, and pages to what is there then. What only browsers load is
// Vite's own work.
import path from 'node:path';
import { root } from '../machine/workspace.mjs';

/** Texts that the Hub reads once, and the first part of the loader, which Vite does not load. */
const TEXTS = ['docs', 'packages/hub-site/content'].map((folder) => path.join(root, folder));
const LOADER = path.join(root, 'packages/loader/src');
/** An editor writes a file more than once, and many files together; this many milliseconds of silence end a change. */
const SETTLED_MS = 40;

/** @param onFailure - told of sources that cannot be loaded, and with undefined when they can again */
export function watchSources(vite, backend, onFailure) {
  const changed = new Set();
  let timer;
  let work = Promise.resolve();

  vite.watcher.add([...TEXTS, LOADER]);
  vite.watcher.on('all', (_event, file) => {
    changed.add(path.normalize(file));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      work = work
        .then(() => apply(files))
        .then(
          () => {
            onFailure(undefined);
          },
          (error) => {
            onFailure(error);
            vite.ssrFixStacktrace(error);
            console.error(error);
            vite.ws.send({ type: 'error', err: { message: error.message, stack: error.stack ?? '' } });
          },
        );
    }, SETTLED_MS);
  });

  async function apply(files) {
    const owners = new Set(files.map((file) => backend.ownerOf(file)));
    const isText = files.some((file) => TEXTS.some((folder) => file.startsWith(folder + path.sep)));
    if (owners.has('server')) await backend.restart();
    else if (owners.has('hub') || isText) await backend.renewSite();
    // Vite tells pages of the modules that it has given them.
    else if (
      !files.some(
        (file) => file.startsWith(LOADER) && !vite.environments.client.moduleGraph.getModulesByFile(file)?.size,
      )
    )
      return;
    vite.ws.send('sotto:reload');
  }
}
