import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSISTANT_HEADER, type PasskeyCreation } from '@sotto/hub-api';
import { systemClock } from '@sotto/widget-core/api';
import { SignJWT } from 'jose';
import { checks, mailStops, visitorMails } from '../db/schema';
import type { ServerOptions } from '../setup/serverOptions';
import type { PublicFetch } from '../unfurl/publicFetch';
import { startBuilderTest, type BuilderTest, type Person } from './builder';
import { createMcpFetch, MCP_ADDRESS } from './mcpFetch';
import { oneTimeCode } from './oneTimeCode';
import { startPaymentProvider, type PaymentProvider } from './paymentProvider';
import { POINT_PNG } from './sampleFiles';
import { clientId, type TestSession } from './startTestServer';
import { openTestPglite } from './testDatabase';
import { createTestMailer } from './testSignIn';
import { createTestPasskey } from './testPasskey';
import { openTestDatabase, TEST_DATABASE_URL } from './processes/postgresTest';

/** A server, with everything that it keeps in a folder and a database. */
export interface ErasureServer extends BuilderTest {
  readonly folder: string;
  readonly provider: PaymentProvider;
  stop(): Promise<void>;
}

/** Where the server keeps its rows. */
export type Place = 'PGlite' | 'PostgreSQL';
/** The databases of this test run. */
export const PLACES: readonly Place[] = TEST_DATABASE_URL === undefined ? ['PGlite'] : ['PGlite', 'PostgreSQL'];

const ORIGIN = 'http://localhost:3000';
const APP = 'ui://weather/app.html';

/** The web of this test: pages that name themselves, one picture, and one MCP server with an app. */
const web: PublicFetch = async (url, what) => {
  if (url === MCP_ADDRESS) return mcp(url, what);
  const answer = (type: string, bytes: Uint8Array) => ({ url, status: 200, type, headers: {}, bytes });
  if (url.endsWith('.png')) return answer('image/png', POINT_PNG);
  if (url.endsWith('robots.txt')) return { ...answer('text/plain', new Uint8Array()), status: 404 };
  const page = `<title>${url}</title><meta property=og:image content="${url}.png"><p>The page of ${url} is here.</p>`;
  return answer('text/html', new TextEncoder().encode(page));
};
const mcp = createMcpFetch(systemClock, (method) => {
  const _meta = { ui: { resourceUri: APP } };
  if (method === 'tools/list')
    return {
      tools: [
        {
          name: 'forecast',
          description: 'Weather',
          inputSchema: { type: 'object' },
          _meta,
          annotations: { readOnlyHint: true },
        },
      ],
    };
  if (method === 'resources/read')
    return { contents: [{ uri: APP, mimeType: 'text/html;profile=mcp-app', text: '<p>Sun</p>' }] };
  return { content: [{ type: 'text', text: 'Sun' }] };
});

/** Starts it with payments, budgets and files on disk; `X-Forwarded-For` names who calls. */
export async function startErasureServer(place: Place): Promise<ErasureServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-erasure-'));
  const provider = await startPaymentProvider();
  const postgres = place === 'PostgreSQL' ? await openTestDatabase(TEST_DATABASE_URL ?? '') : undefined;
  const options: ServerOptions = {
    publicFetch: web,
    speech: { name: 'test', speak: async (text) => ({ type: 'audio/wav', bytes: new TextEncoder().encode(text) }) },
    billingUrl: provider.url,
    ...(postgres ? {} : { database: await openTestPglite() }),
    config: {
      dataDir: folder,
      ...(postgres && { databaseUrl: postgres.url }),
      trustedProxies: 1,
      publicUrl: ORIGIN,
      stripe: provider.settings,
      budgets: {
        account: { messages: 1_000 },
        widget: { messages: 1_000 },
        address: { messages: 1_000 },
        subject: { messages: 1_000 },
        uploadBytes: 10_000_000,
        work: { document: 100, documentBytes: 10_000_000, search: 100, site: 100, request: 100, mail: 100 },
      },
    },
  };
  const test = await startBuilderTest(options, createTestMailer(true));
  return {
    ...test,
    folder,
    provider,
    async stop() {
      await test.server.close(0);
      await provider.close();
      await postgres?.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Something by which somebody can be found; texts hold the word of their writer. */
export interface Traces {
  readonly ids: string[];
  readonly words: string[];
  /** Network addresses. */
  readonly addresses: string[];
}

/** A visit of somebody, with everything that a visitor can do. */
export interface Visit extends TestSession {
  readonly traces: Traces;
  readonly address: string;
  readonly key: string;
}

/** Somebody who builds, with one of everything. */
export interface Owner extends Person {
  readonly subscription: string;
  readonly id: string;
  readonly widget: string;
  readonly skillset: string;
  readonly bot: string;
  readonly traces: Traces;
  /** The key with which their host vouches for visitors. */
  readonly secret: string;
}

interface Given {
  readonly widget: string;
  /** Stands in everything that the visitor writes and gets. */
  readonly word: string;
  readonly address: string;
  readonly subject?: string;
  readonly secret?: string;
}

/** Proves a subject, as a host does. @param madeAt - in seconds since the epoch */
function proofOf(secret: string, subject: string, madeAt: number): Promise<string> {
  return new SignJWT({ sub: subject, email: `${subject}@host.example`, plan: `${subject} plan` })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(madeAt)
    .setExpirationTime(madeAt + 3_600)
    .sign(new TextEncoder().encode(secret));
}

/** Opens a conversation as a browser does, with a key. @param madeAt - when the host made its proof */
export async function openAs(
  test: BuilderTest,
  given: Given & { readonly key: string },
  madeAt = Math.floor(Date.now() / 1000),
): Promise<Response> {
  const { widget, address, subject, secret = '', key } = given;
  return test.call(`/v1/integration/widget/${widget}/session/create`, {
    body: {
      page: `https://shop.example/${given.word}?token=x`,
      ...(subject !== undefined && { contact: { identity: await proofOf(secret, subject, madeAt) } }),
    },
    headers: { 'X-Forwarded-For': address, 'Idempotency-Key': key, Origin: 'https://shop.example' },
  });
}

/** Writes, attaches, shares a link, listens, votes, leaves a name. */
export async function visit(test: BuilderTest, owner: Owner | undefined, given: Given): Promise<Visit> {
  const { word, address, subject } = given;
  const key = `key-of-${word}`;
  const opened = await openAs(test, { ...given, key });
  if (opened.status !== 200) throw new Error(await opened.text());
  const session = (await opened.json()) as TestSession;
  const { conversationId, token } = session;
  const at = `/v1/conversation/${conversationId}`;
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await test.call(`${at}/${path}`, {
      ...(body !== undefined && { body }),
      token,
      headers: { 'X-Forwarded-For': address, 'Idempotency-Key': `${key}-${path.replaceAll(/\W/g, '-')}`, ...headers },
    });
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown> & { id: string };
  };
  const file = await call('attachment/upload', new TextEncoder().encode(`A file of ${word}`), {
    'Content-Type': 'application/octet-stream',
    'X-File-Name': `${word}.txt`,
  });
  test.model.next({ call: 'forecast', args: { city: word } });
  test.model.next({ text: `An answer to ${word}.` });
  await (
    await test.send(
      session,
      { id: clientId(), text: `A question of ${word}`, attachments: [{ id: file.id }], meta: { page: `/${word}` } },
      { 'X-Forwarded-For': address },
    )
  ).text();
  const { items } = (await (await test.call(`${at}/message/list`, { token })).json()) as {
    items: { id: string; type: string }[];
  };
  const reply = items.find(({ type }) => type === 'bot')?.id ?? '';
  await call(`message/${reply}/downvote`, { reason: `A reason of ${word}` });
  await call(`message/${reply}/synthesize`, {});
  await call('contact/upsert', { name: `${word} Name`, email: `${word}@visitor.example`, phone: '+351 5550' });
  let micro: { readonly image: string } | undefined;
  // A page is read within two seconds, which a busy machine may miss.
  for (let at = 0; !micro && at < 5; at += 1)
    micro = (await call('unfurl', { url: `https://pages.example/${word}${'-'.repeat(at)}` }))['micro'] as typeof micro;
  if ((await test.call(micro?.image ?? '')).status !== 200) throw new Error('There is no picture');
  const extra: string[] = [];
  if (owner) {
    extra.push(await owner.make(`${at}/note/create`, { text: `A note on ${word}` }));
    await owner.make(`${at}/label/upsert`, { name: 'Parcel' });
    await owner.make(`${at}/assign`, { userId: owner.id });
    const assistant = { ...owner.headers, [ASSISTANT_HEADER]: 'request' };
    await test.call(`/v1/inbox/list?search=${word}`, { headers: assistant });
    const note = { body: { text: `The assistant on ${word}` }, headers: assistant };
    // Refused, and kept for the owner as an attempt.
    if ((await test.call(`${at}/note/create`, note)).status !== 403) throw new Error('The assistant wrote a note');
    const { contact } = (await owner.ask(`${at}/fetch`)).body as { contact: { id: string } };
    extra.push(contact.id);
    if (subject !== undefined) await owner.ask('/v1/subject/export?subject=' + subject, {}).catch(() => undefined);
  }
  return {
    ...session,
    address,
    key,
    traces: {
      ids: [conversationId, file.id, ...items.map(({ id }) => id), ...extra],
      words: [word],
      addresses: [address],
    },
  };
}

/** Makes one of everything. @param name - theirs; it is in their mail address, and in everything that they make */
export async function own(test: ErasureServer, name: string): Promise<Owner> {
  const person = await test.person(name);
  const { id } = (await person.ask('/v1/auth/session')).body['user'] as { id: string };
  await person.ask('/v1/billing/checkout', { plan: 'pro', returnTo: '/', referral: 'friend' });
  const { id: subscription, customer } = test.provider.pay(id);
  await test.provider.event(test, 'customer.subscription.created', subscription);
  const upload = async (path: string): Promise<{ id?: string }> => {
    const headers = { ...person.headers, 'X-File-Name': 'me.png' };
    const sent = { method: 'POST', headers, body: Uint8Array.from(POINT_PNG) };
    return (await (await test.server.fetch(new Request(ORIGIN + path, sent))).json()) as { id?: string };
  };
  await upload('/v1/account/picture/upload');
  const icons = await Promise.all([1, 2].map(() => upload('/v1/integration/widget/icon/upload')));
  for (const icon of icons) await test.call(`/v1/file/${icon.id ?? ''}/thumbnail/download`);
  const word = `${name}-made`;
  const made: string[] = [id, subscription, customer, ...icons.map((icon) => icon.id ?? '')];
  const make = async (path: string, body: object = {}): Promise<string> => {
    const thing = await person.make(path, body);
    made.push(thing);
    return thing;
  };
  const listed = { name: word, description: `About ${word}`, visibility: 'public' };
  const skillset = await make('/v1/skillset/create', listed);
  await make(`/v1/skillset/${skillset}/ability/create`, { name: word, instruction: `Instructions of ${word}` });
  await person.ask(`/v1/skillset/${skillset}/secret/upsert`, { name: 'TOKEN', value: `Secret of ${word}` });
  const mcpServer = await make(`/v1/skillset/${skillset}/mcp/create`, { name: word, url: MCP_ADDRESS });
  await person.ask(`/v1/skillset/${skillset}/mcp/${mcpServer}/test`, {});
  await person.ask(`/v1/skillset/${skillset}/mcp/${mcpServer}/tool/update`, { name: 'forecast', showsApp: true });
  const dataset = await make('/v1/dataset/create', listed);
  await make(`/v1/dataset/${dataset}/text/create`, { title: word, text: `A document of ${word}` });
  await make(`/v1/dataset/${dataset}/site/create`, { url: `https://sites.example/${word}` });
  const bot = await make('/v1/bot/create', { ...listed, skillsets: [skillset], datasets: [dataset] });
  await make('/v1/blueprint/create', {
    ...listed,
    parts: { skillsets: [skillset], datasets: [], bots: [], widgets: [] },
  });
  const config = { attachments: true, voiceOut: true, unfurl: true, handover: true, barIcon: icons[0]?.id ?? '' };
  const widget = await make('/v1/integration/widget/create', { ...listed, botId: bot, config });
  const { secret } = (await person.ask(`/v1/integration/widget/${widget}/identity/create`, {})).body;
  const events = ['message.created', 'contact.created', 'vote.created'];
  await make('/v1/webhook/create', { url: `https://hooks.example/${word}`, events });
  made.push(await keepCheck(test, { ownerId: id, skillsetId: skillset, word }));
  await make('/v1/secret/create', { name: word });
  await make('/v1/inbox/reply/upsert', { name: word, text: `Replies of ${word}` });
  await test.call('/v1/skillset/list', { headers: { ...person.headers, [ASSISTANT_HEADER]: 'request' } });
  await secure(test, person, name);
  return {
    ...person,
    id,
    widget,
    skillset,
    bot,
    subscription,
    secret: String(secret),
    traces: { ids: made, words: [word, `${name}@example.com`], addresses: [] },
  };
}

/** Stores a check that does not run: its questions would use up the scripts of the model. */
async function keepCheck(
  test: ErasureServer,
  { ownerId, skillsetId, word }: { ownerId: string; skillsetId: string; word: string },
): Promise<string> {
  const id = `check_${word}`;
  const turns = [{ ask: `A question of ${word}`, expect: [] }];
  const rest = { dueAt: Date.now() * 2, cause: 'night' as const, createdAt: 1, updatedAt: 1 };
  await test.database.insert(checks).values({ id, ownerId, skillsetId, name: word, turns, ...rest });
  return id;
}

/** A passkey, a second factor, a sign-in that failed, one that was begun, and one by password that is refused. */
async function secure(test: ErasureServer, { headers }: Person, name: string): Promise<void> {
  const post = async (path: string, body: object = {}) => test.call(`/v1/auth${path}`, { body, headers });
  const options = (await (await post('/passkey/begin')).json()) as PasskeyCreation;
  await post('/passkey/create', { name: `${name}-made key`, response: createTestPasskey().create(options) });
  const { secret } = (await (await post('/second-factor/begin')).json()) as { secret: string };
  await post('/second-factor/confirm', { code: oneTimeCode(secret, Date.now()) });
  await post('/passkey/begin');
  await post('/password/update', { password: 'a long password' });
  const email = `${name}@example.com`;
  const strangers = { Origin: ORIGIN };
  await test.call('/v1/auth/signin/password', { body: { email, password: 'wrong guess' }, headers: strangers });
  await test.call('/v1/auth/signin/email', { body: { email }, headers: strangers });
}

/** Leaves the log of a mail with a person's answer to each of these visitors, who then stopped such mails. */
export async function leaveVisitorMails(test: ErasureServer, owner: Owner, visits: readonly Visit[]): Promise<void> {
  for (const { conversationId, traces } of visits) {
    const times = { dueAt: 1, createdAt: 1, updatedAt: 1 };
    const email = `${traces.words[0] ?? ''}@visitor.example`;
    await test.database
      .insert(visitorMails)
      .values({ id: `vmail_${conversationId}`, conversationId, state: 'sent', email, ...times });
    const recipient = createHash('sha256').update(email).digest('base64url');
    await test.database.insert(mailStops).values({ ownerId: owner.id, recipient, reason: 'asked', createdAt: 1 });
  }
}

/**
 * Leaves mails that wait to be sent again: a code for each of these accounts, and a note to the owner of each of these
 * conversations that its visitor asks for a person.
 */
export async function leaveMails(
  test: ErasureServer,
  names: readonly string[],
  visits: readonly Visit[],
): Promise<void> {
  test.mailer.isRefusing = true;
  for (const name of names)
    await test.call('/v1/auth/signin/email', { body: { email: `${name}@example.com` }, headers: { Origin: ORIGIN } });
  for (const session of visits) {
    const body = { id: clientId(), text: 'I want a human' };
    await (await test.send(session, body, { 'X-Forwarded-For': session.address })).text();
  }
}
