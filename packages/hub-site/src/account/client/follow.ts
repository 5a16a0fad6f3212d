import { followPage } from './followPage';

/** Polling interval, in milliseconds. */
const EVERY_MS = 2_000;

/** Shows the progress of server tasks: reading sites, sending messages. */
export function mount(element: HTMLElement): void {
  followPage(element.ownerDocument, { everyMs: EVERY_MS }, () => undefined);
}
