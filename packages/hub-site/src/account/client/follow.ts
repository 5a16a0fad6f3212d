import { followPage } from './followPage';

/** How often the page is read again, in milliseconds. */
const EVERY_MS = 2_000;

/** Shows how far the server is with what was asked of it: sites that are read, messages that are sent. */
export function mount(element: HTMLElement): void {
  followPage(element.ownerDocument, { everyMs: EVERY_MS }, () => undefined);
}
