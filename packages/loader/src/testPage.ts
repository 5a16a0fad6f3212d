import { vi } from 'vitest';
import { installGlobal } from './globalApi';
import type { ElementModule } from './elementTypes';
import type { SottoChatElement, SottoGlobal } from './types';

/** What a test's panel received. */
export interface PanelLog {
  readonly follows: string[];
  readonly sent: string[];
  readonly asked: [name: string, payload: unknown][];
  made: number;
  destroyed: number;
}

/**
 * A page of its own for one test: another element name registry is not to be had, so the global is installed once per
 * window.
 */
export async function createPage(): Promise<{
  sotto: SottoGlobal;
  importElement: ReturnType<typeof vi.fn<() => Promise<ElementModule>>>;
  elementImports: () => number;
  log: PanelLog;
}> {
  const log: PanelLog = { follows: [], sent: [], asked: [], made: 0, destroyed: 0 };
  vi.resetModules();
  vi.doMock('./panel/panel', () => ({
    createPanel: (host: { state: { isOpen: boolean } }) => {
      log.made += 1;
      const connection = {
        request: (name: string, payload: unknown) => {
          log.asked.push([name, payload]);
          return Promise.resolve({ id: 'msg_1', type: 'bot', text: 'hello', value: [] });
        },
        note: (name: string, payload: unknown) => {
          log.asked.push([name, payload]);
        },
      };
      return {
        follow: (reason: string) => {
          log.follows.push(`${reason} ${String(host.state.isOpen)}`);
        },
        ready: () => Promise.resolve(connection),
        send: (name: string) => {
          log.sent.push(name);
          return Promise.resolve();
        },
        update: () => Promise.resolve(),
        destroy: () => {
          log.destroyed += 1;
        },
      };
    },
  }));
  const importElement = vi.fn(async (): Promise<ElementModule> => import('./element/createController'));
  const sotto = installGlobal('https://chat.test/integrations/widget/', importElement);
  return { sotto, importElement, elementImports: () => importElement.mock.calls.length, log };
}

/** Lets imports and promises settle. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
}

/** The button of a widget. */
export function launcherOf(widget: SottoChatElement): HTMLButtonElement {
  const button = widget.shadowRoot?.querySelector<HTMLButtonElement>('button.launcher');
  if (!button) throw new Error('no launcher');
  return button;
}
