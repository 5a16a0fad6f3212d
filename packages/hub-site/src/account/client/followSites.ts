import { followPage } from './followPage';

/** How often the page is read again, in milliseconds. */
const EVERY_MS = 2_000;

/** Shows how far the sites of a dataset have been read. */
export function mount(element: HTMLElement): void {
  followPage(element.ownerDocument, EVERY_MS, () => undefined);
}
