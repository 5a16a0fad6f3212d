/* oxlint-disable no-console -- as in warn.ts, whose call would cost every page more bytes than it saves */
/** Entry of the script tag. Everything runs inside `try`, so that no error of ours reaches the host page. */
import { readAttributes } from './attributes';
import { findAddress, findScript } from './findScript';
import { installGlobal, readGlobal, type WidgetElement } from './globalApi';
import { armLoading, whenIdle } from './loadStrategy';
import { toBase, resolveAppearance, toWidgetId } from './appearance';
import { LAUNCHER_ELEMENT } from './launcherElement';
import type { ElementModule, OwnerAppearance } from './elementTypes';

/** Path of the element chunk, relative to the server's `/integrations/widget/`; the build inserts its hash. */
declare const CHUNK_PATH: string;

void (async (): Promise<void> => {
  try {
    const script = findScript(document);
    const settings = { ...window.sottoSettings, ...(script && readAttributes(script, 'data-')) };
    const appearance = resolveAppearance(settings);
    // A script that was copied to another site finds its files by the address in its tag.
    const base = toBase(appearance.base ?? (findAddress(script as HTMLScriptElement) as RegExpExecArray)[0]);
    // A file that no longer exists after a release is requested again with a query that no cache contains, and the
    // server answers with the current one. Not for a page that pinned this script by its hash, which may have pinned
    // the file at this address too.
    const importTwice = (address: string): Promise<unknown> =>
      import(address).catch(() => import(address + (script?.integrity ? '' : `?t=${String(Date.now())}`)));
    const sotto = readGlobal() ?? installGlobal(base, () => importTwice(base + CHUNK_PATH) as Promise<ElementModule>);
    const id = toWidgetId(appearance);
    const launcherElement = id && (sotto.create(settings) as WidgetElement)[LAUNCHER_ELEMENT];
    // Wait: the owner's settings must not delay the page, and elements may follow their script.
    await new Promise<void>(whenIdle);
    if (launcherElement) {
      // A `type` has no settings of its own. Loaded with `import()`, which needs no further permission in the page's
      // policy.
      if (!appearance.type && appearance.config !== 'off') {
        const { default: owner } = (await importTwice(`${base + encodeURIComponent(id)}/config.mjs`)) as {
          default: OwnerAppearance;
        };
        launcherElement.owner = owner;
        // The owner's layout may open by itself.
        armLoading(launcherElement, launcherElement.redraw(launcherElement.state.config));
        if (owner.peek) void launcherElement.callController('begin', 'peek');
      }
    } else if (!sotto.instance) console.warn('[sotto]', `data-widget is missing (tag manager?): ${base}help`);
  } catch (error) {
    // Most likely a copied script that looks for its files on the page's own site.
    console.warn('[sotto] Optimiser? Set sottoSettings.base', error);
  }
})();
