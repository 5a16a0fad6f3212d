import { createAssistantTools } from '../../assistant/assistantTools';
import { openQuestion } from './question';

/** Registers the assistant's tools through the loader's queue [H-10]. */
export function startAssistant(script: HTMLScriptElement): void {
  const { pathname, origin } = new URL(script.src);
  const base = pathname.replace(/\/integrations\/widget\/v2\.js$/, '');
  const tools = createAssistantTools({
    origin,
    base,
    isSignedIn: script.dataset['type'] === 'dashboard',
    path: () => location.pathname.slice(base.length) + location.search,
    go: (address) => {
      location.assign(address);
    },
    reload: () => {
      location.reload();
    },
    fetch: (address, init) => fetch(address, init),
    ask,
  });
  const host = window as Window & { sotto?: unknown };
  const queue = (host.sotto ??= []) as { push(call: unknown): void };
  queue.push(['registerFunctions', tools]);
}

/** Shows the call; anything except Yes means no. */
function ask(question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = openQuestion({ title: 'The assistant wants to change something', text: question });
    dialog.onClose(() => {
      resolve(false);
    });
    dialog.actions([
      {
        label: 'Yes',
        isQuiet: true,
        run: () => {
          resolve(true);
          dialog.close();
        },
      },
      {
        label: 'No',
        run: () => {
          dialog.close();
        },
      },
    ]);
  });
}
