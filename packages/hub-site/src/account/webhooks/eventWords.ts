import type { Webhook, WebhookEvent } from '@sotto/hub-api';
import { parseAddress } from '@sotto/widget-core/internal/server';

/** Labels of events. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'conversation.started': 'A visitor has sent a first message',
  'message.created': 'A message of a visitor, the bot or a person',
  'handover.requested': 'A visitor asks for a person',
  'contact.created': 'A visitor has left a name or an address',
  'vote.created': 'A visitor has voted on a reply',
};

/** Label of a webhook's state. */
export function stateWords({ off, failingSince }: Pick<Webhook, 'off' | 'failingSince'>): string {
  if (off === 'owner') return 'Off';
  if (off === 'gone') return 'Off: its server answered 410 Gone';
  if (off === 'failing') return 'Off: it failed for five days';
  return failingSince === null ? 'On' : 'Failing';
}

/** An address without parts that may be a key. */
export function shortAddress(url: string): string {
  const address = parseAddress(url);
  if (!address) return 'An address that can no longer be read';
  const { host, pathname } = address;
  return `${host}${pathname.length > 24 ? `${pathname.slice(0, 24)}…` : pathname.replace(/^\/$/, '')}`;
}
