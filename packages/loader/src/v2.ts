/** The script tag's entry. Everything happens inside `try`: a page that embeds us never sees an error of ours. */
import { readAttributes } from './attributes';
import { findScript } from './findScript';
import { installGlobal, readGlobal } from './globalApi';
import { whenIdle } from './loadStrategy';
import type { LifeModule } from './life';
import { SHELL, type Shell } from './shell';
import type { WidgetConfig } from './types';

/** Path of the element chunk, from this script's own folder; its hash is put in by the build. */
declare const CHUNK_PATH: string;

try {
  const script = findScript(document);
  const base = new URL('.', script?.src ?? location.href).href;
  const sotto = readGlobal(window) ?? installGlobal(window, base, () => import(base + CHUNK_PATH) as Promise<LifeModule>);
  const { config: asks, ...settings } = { ...window.sottoSettings, ...(script && readAttributes(script, 'data-')) } as WidgetConfig & { config?: string };
  const id = settings.widget ?? settings.integrationId;
  if (id ?? settings.type) {
    const { [SHELL]: shell } = sotto.create(settings) as unknown as Record<typeof SHELL, Shell>;
    const hasLook = /"(layout|position|theme|colorScheme|button\w+|hideButton|launcher)":/.test(JSON.stringify(settings));
    if (id && asks !== 'off' && !hasLook) askForLook(shell, `${settings.base ?? base}${encodeURIComponent(id)}/config.mjs`);
  }
} catch (error) {
  console.warn('[sotto]', error);
}

/** The owner's settings of the launcher: by `import()`, so that they need no more than the page already allows; after `load`, so that they delay nothing. */
function askForLook(shell: Shell, address: string): void {
  whenIdle(window, undefined, () => {
    import(address).then(
      ({ default: { v: _version, id: _id, peek, ...look } }: { default: WidgetConfig & { v: number; peek?: boolean } }) => {
        shell.configure({ ...look, ...shell.state.config });
        if (peek && matchMedia('(min-width: 641px)').matches) void shell.element.load();
      },
      () => undefined,
    );
  });
}
