import { timingSafeEqual } from 'node:crypto';
import { emptyResponseSchema } from '@sotto/hub-api';
import { markWaiting, updateLive } from '../../db/queries/conversations/inboxQueries';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { createMessage } from '../../domain/conversations/conversations';
import { isEnded } from '../../domain/conversations/endedSessions';
import {
  clientIdOf,
  incomingMailSchema,
  isAutomatic,
  recipientsOf,
  replyText,
  type IncomingMail,
} from '../../domain/visitorMail/incomingMail';
import type { AppContext, Pass } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { callerAddress, spend } from '../../http/rateLimits';
import { check, readJson } from '../../http/validate';
import { ApiError } from '../../lib/apiError';
import { VISITOR_LIMITS } from '../../reading/readLimits';
import type { Services } from '../services';

/** Largest mail with its attachments, which are not kept, in bytes. */
const MAIL_MAX_BYTES = 15_728_640;
/** Posts with a wrong secret from one address, and mails to one conversation, per minute. */
const WRONG_PER_MINUTE = 10;
const MAILS_PER_MINUTE = 10;

/** Takes answers to mails, as the mail provider of the operator posts them. */
export function incomingMailEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(
      {
        method: 'POST',
        path: '/visitor-mail/receive',
        summary: 'An email to a reply address, in the form of Postmark’s inbound webhook, with the operator’s secret',
        auth: 'public',
        cost: 'message',
        answer: emptyResponseSchema,
        errors: ['NOT_AUTHENTICATED', 'NOT_IMPLEMENTED'],
      },
      async (context, { pass }) => {
        const { replyMail } = services;
        if (!replyMail) throw new ApiError('NOT_IMPLEMENTED', 'This server does not receive email');
        if (!hasSecret(context, replyMail.secret)) {
          const from = callerAddress(context, services.trustedProxies);
          await spend(context, services.rates, `incoming mail ${from}`, WRONG_PER_MINUTE);
          throw new ApiError('NOT_AUTHENTICATED', 'The secret of the mail provider is wrong');
        }
        const mail = check(incomingMailSchema, await readJson(context, MAIL_MAX_BYTES));
        // Whatever cannot be stored is accepted as well: a provider would only post it again.
        if (!isAutomatic(mail)) await store(services, context, mail, pass);
        return answer(context, {});
      },
    ),
  ];
}

/** Basic authentication, as providers send it for an address with a password, or a bearer token. */
function hasSecret(context: AppContext, secret: string): boolean {
  const [, scheme = '', given = ''] = /^(\S+) (.*)$/.exec(context.req.header('authorization') ?? '') ?? [];
  const sent =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(given, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : given;
  const [one, other] = [Buffer.from(sent), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Stores the answer as a message of the visitor. A person reads it: a bot's reply would not reach a mailbox. */
async function store(
  { db, clock, inTurn, live, inboxNotices, visitorLinks, rates, reading, replyMail }: Services,
  context: AppContext,
  mail: IncomingMail,
  pass: Pass<'message'>,
): Promise<void> {
  const token = recipientsOf(mail).flatMap((address) => replyMail?.tokenOf(address) ?? [])[0];
  const link = token === undefined ? undefined : visitorLinks.readReply(token);
  const found = link && (await readConversation(db, link.conversationId));
  if (!found) return;
  const text = replyText({ ...mail, TextBody: await readText(mail, reading) });
  if (text === '') return;
  const { conversation, widget } = found;
  // Since the mail was sent, the visitor may have been verified, or signed out.
  if (conversation.subject !== null || widget.requiresIdentity || isEnded(Math.floor(link.madeAt / 1000), conversation))
    return;
  await spend(context, rates, `incoming mail to ${conversation.id}`, MAILS_PER_MINUTE);
  const id = clientIdOf(mail);
  await pass.run({ conversation, widget }, () =>
    inTurn(conversation.id, () => createMessage(db, clock, found, { id, type: 'user', text }, false)),
  );
  // The visitor's open pages read the message, and somebody reads it in the inbox.
  await updateLive(db, conversation.id, {}, true);
  await markWaiting(db, conversation.id, clock.now());
  await live.notify(conversation.id);
  inboxNotices.changed(conversation.id, widget.ownerId);
}

/** The text of a mail. That of one in HTML alone is read in a thread, because it is a stranger's. */
async function readText({ TextBody, HtmlBody }: IncomingMail, reading: Services['reading']): Promise<string> {
  if (TextBody.trim() !== '' || HtmlBody.trim() === '') return TextBody;
  const file = { type: 'text/html', bytes: new TextEncoder().encode(HtmlBody) };
  return reading.visitors.run('text', file, VISITOR_LIMITS).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNPROCESSABLE_ENTITY') return '(This email cannot be shown here.)';
    throw error;
  });
}
