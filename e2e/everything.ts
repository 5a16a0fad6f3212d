/** Whether everything is played (`npm run test:all`), or what every change can break (`npm test`). */
export const isEverything = process.env['SOTTO_ALL'] === '1';

/** Of many alike: all of them where everything is played, otherwise the first few. */
export function some<Item>(all: readonly Item[], few = 1): readonly Item[] {
  return isEverything ? all : all.slice(0, few);
}
