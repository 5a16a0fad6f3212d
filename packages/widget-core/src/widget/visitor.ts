import * as v from 'valibot';
import type { Contact } from '../api/requests';
import { createId } from '../lib/ids';
import { proofName, readProof, subjectName } from '../session/proof';
import { createStorageKeys, LIFETIMES } from '../storage/storageKeys';
import { createTabSync } from '../sync/tabSync';
import type { OpenConversations } from './actions/openConversations';
import type { WidgetCore } from './widgetCore';

/** The visitor that the page has identified. */
export interface Visitor {
  /**
   * Sets the visitor that the page identified. A different proof, or none any more, means a different visitor: the
   * previous conversation is closed in every tab. New details are sent to the server.
   *
   * @param isSent - whether the caller sends them itself. @default false
   */
  readonly setContact: (contact: Contact | null, isSent?: boolean) => void;
  /** Stores contact details; the verified identity is unchanged. */
  readonly addContact: (contact: Contact) => void;
  /** Removes the identified visitor. */
  readonly forget: () => void;
  /** The page is hidden and may be shown again. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Keeps the visitor's identity consistent across tabs.
 *
 * The last identification in any tab applies: tabs that show another visitor clear that visitor. They do not receive
 * the proof, so they have no visitor until their own page identifies one.
 */
export function createVisitor(core: WidgetCore, { current, reopenIfOver }: OpenConversations): Visitor {
  const {
    host,
    view,
    options: { environment, integration },
  } = core;
  const { visitor: key } = createStorageKeys(integration.integrationId, '');
  const own = (): string => subjectName(host.proof) ?? '';
  const readLast = (): string => core.local.get(key, v.string()) ?? '';
  const tabs = createTabSync({
    open: () => (core.isKept() ? environment.openChannel(key) : undefined),
    tabId: createId('tab', environment.clock),
    schema: v.object({ visitor: v.string() }),
    onMessage: onVisitor,
  });

  function onVisitor({ visitor }: { readonly visitor: string }): void {
    if (!host.proof || visitor === own()) return;
    show(null);
    listen();
  }
  /** A tab without a visitor has nothing to clear, so it does not listen. */
  function listen(): void {
    if (host.proof) tabs.resume();
    else tabs.pause();
  }
  function announce(): void {
    if (core.isKept() && own() !== readLast()) {
      core.local.set(key, own(), LIFETIMES.visitor);
      tabs.resume();
      tabs.post({ visitor: own() });
    }
    listen();
  }
  function show(contact: Contact | null): void {
    const before = host.proof;
    host.proof = readProof(contact);
    view.setState({ contact });
    reopenIfOver();
    if (host.proof && subjectName(before) === own() && proofName(before) !== proofName(host.proof)) current().proven();
  }
  announce();

  return {
    setContact(contact, isSent) {
      show(contact);
      // Stored contact details may have been shown again.
      view.setState({ contact });
      if (contact && !isSent) current().storeContact(contact).catch(core.report);
      else current().keepContact(contact);
      announce();
    },
    addContact(contact) {
      const known = { ...contact, ...host.proof };
      view.setState({ contact: known });
      current().keepContact(known);
    },
    forget() {
      show(null);
      announce();
    },
    pause: tabs.pause,
    resume() {
      listen();
      onVisitor({ visitor: readLast() });
    },
  };
}
