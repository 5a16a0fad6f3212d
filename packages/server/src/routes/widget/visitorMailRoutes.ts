import { visitorLinkRequestSchema, visitorLinkResponseSchema } from '@sotto/hub-api';
import { storedSession } from '@sotto/widget-core/internal/server';
import type { Hono } from 'hono';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { readWidget } from '../../db/queries/hub/widgetQueries';
import { countLinkUse, stopMails } from '../../db/queries/visitorMail/visitorMailQueries';
import { readUser } from '../../db/queries/accounts/userQueries';
import { isEnded } from '../../domain/conversations/endedSessions';
import { widgetTitle } from '../../domain/integration';
import { MAIL_WORDS, mailWordsFor, type SpokenWords } from '../../domain/visitorMail/mailWords';
import { LINK_LIFE_MS } from '../../domain/visitorMail/visitorLinks';
import type { AppContext, AppEnv } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { readVisitorLanguage } from '../../http/files/firstScreens';
import { ANSWER_PAGE_CSP, mailPageHeaders, renderAnswerPage, showStopPage } from '../../http/files/visitorMailPages';
import { pathId } from '../../http/pathId';
import { callerAddress, spend } from '../../http/rateLimits';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';

/** Longest life of a session that a link makes, in seconds (a day). */
const SESSION_SECONDS = 86_400;

/** What the links of mails with answers do: open the conversation, and stop the mails. */
export function visitorMailEndpoints(services: Services): Endpoint[] {
  return [openEndpoint(services), ...stopEndpoints(services)];
}

function openEndpoint(services: Services): Endpoint {
  const { db, clock, tokens, visitorLinks, origins } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/visitor-mail/open',
      summary: 'Exchange the link of a mail with answers for a session; ends the session of its last use',
      auth: 'public',
      cost: 'none',
      body: visitorLinkRequestSchema,
      answer: visitorLinkResponseSchema,
      errors: ['NOT_FOUND'],
    },
    async (context, { body }) => {
      const address = callerAddress(context, services.trustedProxies);
      await spend(context, services.rates, `visitor link ${address}`, services.limits.sessionCreate);
      const link = visitorLinks.readLink((await body()).value.token);
      const found = link && (await readConversation(db, link.conversationId));
      if (!found) throw expired();
      const { conversation, widget } = found;
      if (isEnded(Math.floor(link.madeAt / 1000), conversation)) throw expired();
      // Since the mail was sent, the visitor may have been verified, or the chat may require it.
      if (conversation.subject !== null || widget.requiresIdentity || widget.config['disabled'] === true)
        throw expired();
      const linkUse = await countLinkUse(db, conversation.id);
      if (linkUse === undefined) throw expired();
      const claims = tokens.claimsFor({
        conversationId: conversation.id,
        widgetId: widget.id,
        isVerbose: widget.config['verbose'] !== false,
        lifeSeconds: Math.max(
          1,
          Math.min(SESSION_SECONDS, Math.floor((link.madeAt + LINK_LIFE_MS - clock.now()) / 1000)),
        ),
        origin: origins.own(context),
        linkUse,
      });
      const session = `mail-${conversation.id}`;
      const open = {
        conversationId: conversation.id,
        token: await tokens.sign(claims),
        tokenExpiresAt: claims.exp * 1000,
      };
      context.header('Cache-Control', 'no-store');
      return answer(context, {
        widgetId: widget.id,
        session,
        ...storedSession(widget.id, session, open, clock),
        now: clock.now(),
      });
    },
  );
}

function stopEndpoints(services: Services): Endpoint[] {
  const { db, clock, visitorLinks } = services;
  const readStop = (context: AppContext) => visitorLinks.readStop(context.req.query('token') ?? '');
  const show = (context: AppContext, state: Parameters<typeof showStopPage>[2]): Response =>
    showStopPage(context, spokenBy(context), state);
  return [
    endpoint(
      {
        method: 'GET',
        path: '/visitor-mail/stop',
        summary: 'The page behind “Stop these mails”',
        auth: 'public',
        cost: 'none',
        errors: [],
      },
      async (context) => show(context, readStop(context) ? 'ask' : 'unknown'),
    ),
    endpoint(
      {
        method: 'POST',
        path: '/visitor-mail/stop',
        summary:
          'Stop the mails of a workspace to an address: the button of that page, and of mail programs (RFC 8058)',
        auth: 'public',
        cost: 'none',
        errors: [],
      },
      async (context) => {
        const stop = readStop(context);
        // Nobody to stop after the account was erased.
        if (stop && (await readUser(db, stop.ownerId)))
          await db.transaction((tx) => stopMails(tx, stop, 'asked', clock.now()));
        return show(context, stop ? 'done' : 'unknown');
      },
    ),
  ];
}

/** The page that opens a conversation from a mail. */
export function mountVisitorMailPages(app: Hono<AppEnv>, { db }: Services): void {
  app.get('/w/:widgetId/answer', async (context) => {
    const widget = await readWidget(db, pathId(context, 'widgetId'));
    if (!widget) throw new ApiError('NOT_FOUND', 'There is no such widget');
    const page = renderAnswerPage(spokenBy(context), widgetTitle(widget), widget.id);
    return context.body(page, 200, mailPageHeaders(ANSWER_PAGE_CSP));
  });
}

function expired(): ApiError {
  return new ApiError('NOT_FOUND', 'This link has expired');
}

function spokenBy(context: AppContext): SpokenWords {
  return mailWordsFor(readVisitorLanguage(context, { config: {}, languages: Object.keys(MAIL_WORDS) }));
}
