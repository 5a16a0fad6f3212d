import type { SottoGlobal } from '@sotto/loader';

/** Runs as soon as the widget's script is on the page; it is one of the page's own tags. */
export function withSotto(view: Window, run: (sotto: SottoGlobal) => void): void {
  const { sotto } = view as { sotto?: SottoGlobal | unknown[] };
  if (sotto !== undefined && !Array.isArray(sotto)) run(sotto);
  else
    view.addEventListener(
      'sotto:init',
      ({ detail }) => {
        run(detail);
      },
      { once: true },
    );
}
