import { timingSafeEqual } from 'node:crypto';
import { idSchema, type Clock } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { keyedDigest } from '../../lib/keyedDigest';
import type { MailStop } from '../../db/queries/visitorMail/visitorMailQueries';

/** How long a link into a conversation works, in milliseconds (7 days). */
export const LINK_LIFE_MS = 604_800_000;
/** Longest token, in characters. */
export const LINK_TOKEN_MAX_LENGTH = 400;

/** Signs what the links of mails carry, with a key for each purpose. */
export interface VisitorLinks {
  /** A token for one conversation. */
  makeLink(conversationId: string): string;
  /** @returns undefined for anything that this server has not signed, and after 7 days */
  readLink(token: string): { readonly conversationId: string; readonly madeAt: number } | undefined;
  /**
   * A token for answers to a mail, short and in lower case as addresses need it. It does not expire; undefined for an id
   * of another form.
   */
  makeReply(conversationId: string): string | undefined;
  readReply(token: string): { readonly conversationId: string; readonly madeAt: number } | undefined;
  /** A token that ends the mails from a workspace to an address. It does not expire. */
  makeStop(stop: MailStop): string;
  readStop(token: string): MailStop | undefined;
  /** A token that ends the weekly mails to a person. It does not expire. */
  makeWeeklyStop(userId: string): string;
  /** @returns the id of the person */
  readWeeklyStop(token: string): string | undefined;
}

/** @see VisitorLinks */
export function createVisitorLinks(secret: string, clock: Clock): VisitorLinks {
  const [ofLink, ofStop] = [keyedDigest(secret, 'visitor link'), keyedDigest(secret, 'visitor mail stop')];
  const ofWeeklyStop = keyedDigest(secret, 'weekly mail stop');
  const ofReply = shortDigest(keyedDigest(secret, 'visitor mail reply'));
  return {
    makeReply(conversationId) {
      const [, id] = /^conv_([0-9A-Z]{26})$/.exec(conversationId) ?? [];
      const minutes = Math.floor(clock.now() / MINUTE_MS).toString(36);
      return id === undefined ? undefined : sign(ofReply, [id.toLowerCase(), minutes]);
    },
    readReply(token) {
      const [id = '', minutes = ''] = open(ofReply, token);
      const madeAt = Number.parseInt(minutes, 36) * MINUTE_MS;
      return id === '' || !Number.isSafeInteger(madeAt)
        ? undefined
        : { conversationId: `conv_${id.toUpperCase()}`, madeAt };
    },
    makeLink: (conversationId) => sign(ofLink, [conversationId, clock.now().toString(36)]),
    readLink(token) {
      const [conversationId = '', made = ''] = open(ofLink, token);
      const madeAt = Number.parseInt(made, 36);
      if (!v.is(idSchema, conversationId) || !Number.isSafeInteger(madeAt)) return undefined;
      return clock.now() - madeAt > LINK_LIFE_MS ? undefined : { conversationId, madeAt };
    },
    makeStop: ({ ownerId, recipient }) => sign(ofStop, [ownerId, recipient]),
    readStop(token) {
      const [ownerId, recipient] = open(ofStop, token);
      return ownerId === undefined || recipient === undefined ? undefined : { ownerId, recipient };
    },
    makeWeeklyStop: (userId) => sign(ofWeeklyStop, [userId]),
    readWeeklyStop: (token) => open(ofWeeklyStop, token)[0],
  };
}

type Digest = (text: string) => string;

const MINUTE_MS = 60_000;

/** 80 bits in hexadecimal: a local part has room for 64 characters. */
const shortDigest =
  (digest: Digest): Digest =>
  (text) =>
    Buffer.from(digest(text), 'base64url').toString('hex').slice(0, 20);

function sign(digest: Digest, parts: readonly string[]): string {
  const content = parts.join('.');
  return `${content}.${digest(content)}`;
}

/** The parts of a signed token; none if its signature is wrong. */
function open(digest: Digest, token: string): readonly string[] {
  if (token.length > LINK_TOKEN_MAX_LENGTH) return [];
  const end = token.lastIndexOf('.');
  const content = token.slice(0, Math.max(end, 0));
  const [given, right] = [Buffer.from(token.slice(end + 1)), Buffer.from(digest(content))];
  return given.length === right.length && timingSafeEqual(given, right) ? content.split('.') : [];
}
