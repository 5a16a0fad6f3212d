import type { Signals } from './watch';

/** The real frame in a page of a host, whichever browser it is in: what an attack needs of it. */
export interface AttackPage {
  /** Asks the frame and gives its answer. @throws with the frame's error code */
  call(type: string, props: unknown): Promise<unknown>;
  /** What an expression gives in the frame; a promise is waited for. */
  inFrame<Result>(expression: string): Promise<Result>;
  /** What an expression gives in the host's page, which has no policy. */
  inPage<Result>(expression: string): Promise<Result>;
  readonly signals: Signals & { collect(): Promise<void> };
  close(): Promise<void>;
}

/** Written into the host's page: speaks with the frame as any page can (contract 2.6). */
export const SPEAK = `
  const waiting = new Map();
  let next = 1;
  window.addEventListener('message', (event) => {
    const done = event.data && event.data.type === 'response' && waiting.get(event.data.id);
    if (done) { waiting.delete(event.data.id); done(event.data.props); }
  });
  window.speak = (type, props) => new Promise((resolve) => {
    const id = next++;
    waiting.set(id, resolve);
    document.querySelector('iframe').contentWindow.postMessage({ type, id, props }, '*');
  });
`;

/** The host's page around a frame of this address. */
export function rawHtml(address: string): string {
  return (
    `<!doctype html><title>A page</title><iframe allow="clipboard-write" style="width:420px;height:900px;` +
    `border:0" src="${address}"></iframe><script>${SPEAK}</script>`
  );
}

/** A call of a function that stands by itself, as an expression. */
export function calling(work: (...args: never[]) => unknown, ...args: readonly unknown[]): string {
  return `(${work.toString()})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
}

/** Asks through a page of `rawHtml`. */
export async function speak(inPage: AttackPage['inPage'], type: string, props: unknown): Promise<unknown> {
  const answer = await inPage<{ value?: unknown; error?: { code: string } }>(
    `speak(${JSON.stringify(type)}, ${JSON.stringify(props)})`,
  );
  if (answer.error) throw new Error(answer.error.code);
  return answer.value;
}
