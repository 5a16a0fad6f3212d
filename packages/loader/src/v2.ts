/* oxlint-disable no-console -- as in warn.ts, whose call would cost every page more bytes than it saves */
/** The script tag's entry. Everything happens inside `try`: a page that embeds us never sees an error of ours. */
import { readAttributes } from './attributes';
import { findScript } from './findScript';
import { installGlobal, readGlobal, type WidgetElement } from './globalApi';
import { armLoading, whenIdle } from './loadStrategy';
import { toBase, resolveAppearance, toWidgetId } from './appearance';
import { LAUNCHER_ELEMENT } from './launcherElement';
import type { ElementModule, OwnerAppearance } from './elementTypes';

/** Path of the element chunk, from the folder `/integrations/widget/` of the server; its hash is put in by the build. */
declare const CHUNK_PATH: string;

void (async (): Promise<void> => {
  try {
    const script = findScript(document);
    const settings = { ...window.sottoSettings, ...(script && readAttributes(script, 'data-')) };
    const appearance = resolveAppearance(settings);
    // A script that was copied to another site finds its files by the server's address in its line.
    const base = toBase(appearance.base ?? script?.src ?? '');
    // A file that is gone, after a new release, is asked for once more in a way that no cache knows: the server then
    // gives the present one.
    // A page that pinned this script by its hash may have pinned the file as well, by this address.
    const importTwice = (address: string): Promise<unknown> =>
      import(address).catch(() => import(address + (script?.integrity ? '' : `?t=${String(Date.now())}`)));
    const sotto = readGlobal() ?? installGlobal(base, () => importTwice(base + CHUNK_PATH) as Promise<ElementModule>);
    const id = toWidgetId(appearance);
    const launcherElement = id && (sotto.create(settings) as WidgetElement)[LAUNCHER_ELEMENT];
    // The owner's settings delay nothing, and an element of the page may come behind its script.
    await new Promise<void>(whenIdle);
    if (launcherElement) {
      // A `type` has no settings of its own to ask for. By `import()`, so that it needs no more than the page already
      // allows.
      if (appearance.config !== 'off' && !appearance.type) {
        const { default: owner } = (await importTwice(`${base + encodeURIComponent(id)}/config.mjs`)) as {
          default: OwnerAppearance;
        };
        launcherElement.owner = owner;
        // The owner's layout may be one that opens by itself.
        if (launcherElement.signal)
          armLoading(launcherElement, launcherElement.redraw(launcherElement.state.config), launcherElement.signal);
        if (owner.peek) void launcherElement.callController('begin', 'peek');
      }
    } else if (!sotto.instance) console.warn('[sotto]', `data-widget is missing (tag manager?): ${base}help`);
  } catch (error) {
    // Most likely a copy of the script, which looks for its files at the page's own site.
    console.warn('[sotto] Optimiser? Set data-base', error);
  }
})();
