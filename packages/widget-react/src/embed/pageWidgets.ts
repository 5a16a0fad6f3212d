import type { SottoChatElement, SottoGlobal } from '@sotto/loader';

/**
 * Dispatched on the window by `<SottoChat>` when its widget is added or removed: the script itself announces only the first one.
 */
const CHANGED = 'sotto:change';

function readGlobal(page: Window): SottoGlobal | undefined {
  // Before the script it is an array or nothing; an element may be named like it.
  const present = page.sotto as Partial<SottoGlobal> | undefined;
  return present?.instancePromise ? (present as SottoGlobal) : undefined;
}

/** The page's first widget, or the one of that id; null while there is none. */
export function findWidget(page: Window, id: string | undefined): SottoChatElement | null {
  const sotto = readGlobal(page);
  return (id === undefined ? sotto?.instance : sotto?.get(id)) ?? null;
}

/** Calls back whenever `findWidget` may have another answer. Ends with the function it returns. */
export function watchWidgets(page: Window, onChange: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const follow = (): void => {
    const sotto = readGlobal(page);
    if (!sotto) return;
    sotto.instancePromise.then(
      () => {
        if (!signal.aborted) onChange();
      },
      () => undefined,
    );
    signal.addEventListener('abort', sotto.on('destroy', onChange));
  };
  if (readGlobal(page)) follow();
  else page.addEventListener('sotto:init', follow, { signal, once: true });
  for (const name of ['sotto:init', 'sotto:ready', CHANGED]) page.addEventListener(name, onChange, { signal });
  return () => {
    ending.abort();
  };
}

/** Notifies every listener. */
export function announceChange(page: Window): void {
  page.dispatchEvent(new Event(CHANGED));
}
