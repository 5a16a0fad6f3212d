/** The script tag's entry. Everything happens inside `try`: a page that embeds us never sees an error of ours. */
import { readAttributes } from './attributes';
import { findScript } from './findScript';
import { installGlobal, readGlobal } from './globalApi';
import { whenIdle } from './loadStrategy';
import { toLook } from './look';
import { SHELL } from './shell';
import type { LifeModule, Shell } from './shellTypes';
import type { WidgetConfig } from './types';
import { warn } from './warn';

/** Path of the element chunk, from this script's own folder; its hash is put in by the build. */
declare const CHUNK_PATH: string;

/** The owner's settings of the launcher, as `config.mjs` says them. */
interface LookModule {
  default: WidgetConfig & { v: number; peek?: boolean };
}

try {
  const script = findScript(document);
  const base = new URL('.', script?.src ?? location.href).href;
  const sotto = readGlobal(window) ?? installGlobal(base, () => import(base + CHUNK_PATH) as Promise<LifeModule>);
  const settings = { ...window.sottoSettings, ...(script && readAttributes(script, 'data-')) };
  const look = toLook(settings);
  const id = look.widget ?? look.integrationid;
  if (id ?? look.type) {
    const { [SHELL]: shell } = sotto.create(settings) as unknown as Record<typeof SHELL, Shell>;
    const hasLook = /\b(layout|position|theme|color|button|hidebutton|launcher\b)/.test(Object.keys(look).join());
    if (id && look.config !== 'off' && !hasLook) askForLook(shell, `${look.base ?? base}${encodeURIComponent(id)}/config.mjs`);
  }
} catch (error) {
  warn(error);
}

/** The owner's settings of the launcher: by `import()`, so that they need no more than the page already allows; after `load`, so that they delay nothing. */
function askForLook(shell: Shell, address: string): void {
  whenIdle(() => {
    import(address).then(({ default: look }: LookModule) => {
      shell.configure({ ...look, ...shell.state.config });
      if (look.peek && matchMedia('(min-width:641px)').matches) void shell.need('begin');
    }, () => undefined);
  });
}
