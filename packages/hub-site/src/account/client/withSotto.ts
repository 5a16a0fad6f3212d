import type { SottoGlobal } from '@sotto/loader';

/** Runs once the widget's script has loaded. */
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
