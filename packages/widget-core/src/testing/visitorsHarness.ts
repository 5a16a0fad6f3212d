import type { Widget } from '../widget/widget';
import type { FakeTab } from './fakeBrowser';
import { fakeProof } from './fakeSubjects';
import { createHarness, finish, type Harness } from './widgetHarness';

/** A browser that several people use. */
export interface VisitorsHarness extends Harness {
  /** A page that says from the start who is there. */
  openAs(sub: string | undefined, tab?: FakeTab): Widget;
  /** Sends and waits for the answer. */
  send(widget: Widget, message: string): Promise<unknown>;
  /** Calls that made a session. */
  creations(): readonly unknown[];
  /** Everything in this browser's storage, keys and values. */
  stored(): Record<string, string>;
}

/** Who a page says is there, with a new proof each time. */
export const contactOf = (sub: string): { name: string; identity: string } => ({ name: sub, identity: fakeProof(sub) });

/** @see VisitorsHarness */
export function createVisitorsHarness(): VisitorsHarness {
  const harness = createHarness();
  const { clock, open, openTab, server, browser } = harness;
  return {
    ...harness,
    openAs: (sub, tab = openTab()) => open(tab, { config: sub === undefined ? {} : { contact: contactOf(sub) } }),
    send: (widget, message) => finish(clock, widget.conversation.send({ message })),
    creations: () => server.requests.filter(({ path }) => path.endsWith('/session/create')),
    stored: () => Object.fromEntries(browser.localStorage.entries),
  };
}
