/** The script tag's entry. Everything happens inside `try`: a page that embeds us never sees an error of ours. */
import { readAttributes } from './attributes';
import { findScript } from './findScript';
import { installGlobal, readGlobal } from './globalApi';
import { armLoading, whenIdle } from './loadStrategy';
import { toBase, resolveAppearance, toWidgetId } from './appearance';
import { ignoreErrors } from './methods';
import { LAUNCHER_ELEMENT } from './launcherElement';
import type { ElementModule, OwnerAppearance, LauncherElement } from './elementTypes';
import type { SottoChatElement } from './types';

/** Path of the element chunk, from the folder `/integrations/widget/` of the server; its hash is put in by the build. */
declare const CHUNK_PATH: string;

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
  if (id) {
    const { [LAUNCHER_ELEMENT]: launcherElement } = sotto.create(settings) as SottoChatElement &
      Record<typeof LAUNCHER_ELEMENT, LauncherElement>;
    // A `type` has no settings of its own to ask for. By `import()`, so that it needs no more than the page already
    // allows; after `load`, so that it delays nothing.
    if (appearance.config !== 'off' && !appearance.type)
      whenIdle(() => {
        void ignoreErrors(
          (
            importTwice(`${base}${encodeURIComponent(id)}/config.mjs`) as Promise<{
              default: OwnerAppearance;
            }>
          ).then(({ default: owner }) => {
            launcherElement.owner = owner;
            // The owner's layout may be one that opens by itself.
            if (launcherElement.signal)
              armLoading(launcherElement, launcherElement.redraw(launcherElement.state.config), launcherElement.signal);
            if (owner.peek) void launcherElement.callController('begin', 'peek');
          }),
        );
      });
  }
} catch (error) {
  // oxlint-disable-next-line no-console -- as in warn.ts, whose call would cost every page more bytes than it saves
  console.warn('[sotto]', error);
}
