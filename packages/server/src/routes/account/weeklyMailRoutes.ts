import { weeklyMailRequestSchema, weeklyMailResponseSchema } from '@sotto/hub-api';
import { setWeeklyMail } from '../../db/queries/accounts/weeklyMailQueries';
import { mailWordsFor, type SpokenWords } from '../../domain/visitorMail/mailWords';
import type { AppContext } from '../../http/appEnv';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { showStopPage } from '../../http/files/visitorMailPages';
import type { Services } from '../services';

const ENGLISH = mailWordsFor('en');
/** Words of the page that stops the mails. */
const WORDS: SpokenWords = {
  ...ENGLISH,
  words: {
    ...ENGLISH.words,
    stopAsk: 'Stop getting the weekly mail?',
    stopped: 'You will get no more weekly mails. In Settings, you can turn them on again.',
    expired: 'This link does not work',
  },
};

/** The weekly mail: whether the caller gets it, and the link in it that stops it. */
export function weeklyMailEndpoints(services: Services): Endpoint[] {
  const { db, weeklyMails } = services;
  const fetch = endpoint(
    {
      method: 'GET',
      path: '/account/weekly-mail/fetch',
      summary: 'Whether you get the weekly mail about your workspaces',
      auth: 'person',
      cost: 'none',
      answer: weeklyMailResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { user } }) =>
      answer(context, { isOn: user.getsWeeklyMail, isPossible: weeklyMails.isPossible }),
  );
  const update = endpoint(
    {
      method: 'POST',
      path: '/account/weekly-mail/update',
      summary: 'Turn the weekly mail on or off',
      auth: 'person',
      cost: 'none',
      body: weeklyMailRequestSchema,
      answer: weeklyMailResponseSchema,
      errors: ['NOT_AUTHORIZED'],
    },
    async (context, { caller: { user }, body }) => {
      const { isOn } = (await body()).value;
      await setWeeklyMail(db, user.id, isOn);
      return answer(context, { isOn, isPossible: weeklyMails.isPossible });
    },
  );
  return [fetch, update, ...stopEndpoints(services)];
}

function stopEndpoints({ db, visitorLinks }: Services): Endpoint[] {
  const readUserId = (context: AppContext) => visitorLinks.readWeeklyStop(context.req.query('token') ?? '');
  const page = endpoint(
    {
      method: 'GET',
      path: '/account/weekly-mail/stop',
      summary: 'The page behind “Stop these mails” in a weekly mail',
      auth: 'public',
      cost: 'none',
      errors: [],
    },
    async (context) => showStopPage(context, WORDS, readUserId(context) === undefined ? 'unknown' : 'ask'),
  );
  const press = endpoint(
    {
      method: 'POST',
      path: '/account/weekly-mail/stop',
      summary: 'Stop the weekly mails to a person: the button of that page, and of mail programs (RFC 8058)',
      auth: 'public',
      cost: 'none',
      errors: [],
    },
    async (context) => {
      const userId = readUserId(context);
      if (userId !== undefined) await setWeeklyMail(db, userId, false);
      return showStopPage(context, WORDS, userId === undefined ? 'unknown' : 'done');
    },
  );
  return [page, press];
}
