import type { SottoChatElement, SottoGlobal } from '@sotto/loader';

/**
 * Event on the window, dispatched by `<SottoChat>` when its widget is added or removed: the script announces only the
 * first widget.
 */
const CHANGED = 'sotto:change';

function readGlobal(page: Window): SottoGlobal | undefined {
  // Before the script has run it is an array or undefined, or an element of that name.
  const present = page.sotto as Partial<SottoGlobal> | undefined;
  return present?.instancePromise ? (present as SottoGlobal) : undefined;
}

/** The page's first widget, or the one with the given id; null if there is none. */
export function findWidget(page: Window, id: string | undefined): SottoChatElement | null {
  const sotto = readGlobal(page);
  return (id === undefined ? sotto?.instance : sotto?.get(id)) ?? null;
}

/** Calls back when the result of `findWidget` may have changed. @returns stops it */
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
