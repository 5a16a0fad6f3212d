import type { WorkspaceRole } from '@sotto/hub-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callFor, type CallFor } from '../accounts/roles';
import { startBuilderTest, type BuilderTest, type Person } from '../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Calls that a person or a key makes, and whom they are for, as the documentation has it. */
const TABLE: Readonly<Record<CallFor, readonly string[]>> = {
  own: [
    'POST /account/export',
    'POST /account/delete',
    'GET /account/contents/fetch',
    'POST /account/profile/update',
    'GET /account/weekly-mail/fetch',
    'POST /account/weekly-mail/update',
    'POST /account/picture/upload',
    'POST /account/picture/delete',
    'GET /auth/step-up/fetch',
    'POST /auth/step-up/begin',
    'POST /auth/step-up/verify',
    'GET /assistant/fetch',
    'GET /assistant/call/list',
    'POST /assistant/update',
    'POST /auth/signout',
    'POST /auth/operator/claim',
    'POST /auth/password/update',
    'GET /auth/session/list',
    'POST /auth/session/{sessionId}/revoke',
    'POST /auth/session/revoke',
    'GET /auth/passkey/list',
    'POST /auth/passkey/begin',
    'POST /auth/passkey/create',
    'POST /auth/passkey/{passkeyId}/delete',
    'GET /auth/second-factor/fetch',
    'POST /auth/second-factor/begin',
    'POST /auth/second-factor/confirm',
    'POST /auth/second-factor/remove',
    'POST /auth/second-factor/recovery',
    'POST /workspace/create',
    'POST /workspace/select',
    'POST /workspace/leave',
    'POST /workspace/invitation/read',
    'POST /workspace/invitation/accept',
  ],
  answerer: [
    'GET /inbox/list',
    'GET /inbox/count',
    'GET /inbox/stream',
    'GET /inbox/reply/list',
    'GET /contact/list',
    'GET /vote/list',
    'GET /label/list',
    'GET /insights/fetch',
    'GET /insights/unanswered',
    'GET /integration/widget/list',
    'GET /conversation/list',
    'GET /conversation/{conversationId}/fetch',
    'POST /conversation/{conversationId}/update',
    'POST /conversation/{conversationId}/take-over',
    'POST /conversation/{conversationId}/hand-back',
    'POST /conversation/{conversationId}/assign',
    'POST /conversation/{conversationId}/typing',
    'GET /conversation/{conversationId}/complete',
    'POST /conversation/{conversationId}/complete',
    'POST /conversation/{conversationId}/abort',
    'GET /conversation/{conversationId}/message/list',
    'POST /conversation/{conversationId}/message/create',
    'POST /conversation/{conversationId}/message/answer',
    'GET /conversation/{conversationId}/mail/fetch',
    'GET /conversation/{conversationId}/note/list',
    'POST /conversation/{conversationId}/note/create',
    'POST /conversation/{conversationId}/note/{noteId}/delete',
    'GET /conversation/{conversationId}/label/list',
    'POST /conversation/{conversationId}/label/upsert',
    'POST /conversation/{conversationId}/label/{labelId}/delete',
    'GET /workspace/list',
    'GET /workspace/member/list',
    ...['skillset', 'bot', 'dataset', 'widget', 'blueprint'].flatMap((type) => [
      `POST /hub/${type}/{id}/rating/upsert`,
      `POST /hub/${type}/{id}/rating/delete`,
    ]),
  ],
  editor: [
    ...['skillset', 'bot', 'dataset', 'integration/widget', 'blueprint'].flatMap((path) => [
      `POST /${path}/create`,
      `GET /${path}/{id}/fetch`,
      `GET /${path}/{id}/publishing/fetch`,
      `GET /${path}/{id}/uses/fetch`,
      `POST /${path}/{id}/update`,
      `POST /${path}/{id}/delete`,
      ...(path === 'integration/widget' ? [] : [`GET /${path}/list`]),
    ]),
    'POST /integration/widget/icon/upload',
    'POST /integration/widget/{id}/identity/create',
    'GET /integration/widget/{id}/site/list',
    'POST /skillset/{skillsetId}/ability/create',
    'POST /skillset/{skillsetId}/ability/order',
    'POST /skillset/{skillsetId}/ability/{abilityId}/update',
    'POST /skillset/{skillsetId}/ability/{abilityId}/delete',
    'POST /skillset/{skillsetId}/ability/{abilityId}/test',
    'POST /skillset/{skillsetId}/ability/import/curl',
    'POST /skillset/{skillsetId}/ability/import/openapi',
    'POST /skillset/{skillsetId}/ability/import/openapi/read',
    'POST /skillset/{skillsetId}/mcp/create',
    'POST /skillset/{skillsetId}/mcp/{serverId}/delete',
    'POST /skillset/{skillsetId}/mcp/{serverId}/sign-in/begin',
    'POST /skillset/{skillsetId}/mcp/{serverId}/sign-in/delete',
    'POST /skillset/{skillsetId}/mcp/{serverId}/sign-in/finish',
    'POST /skillset/{skillsetId}/mcp/{serverId}/test',
    'POST /skillset/{skillsetId}/mcp/{serverId}/tool/accept',
    'POST /skillset/{skillsetId}/mcp/{serverId}/tool/update',
    'GET /skillset/{skillsetId}/secret/list',
    'POST /skillset/{skillsetId}/secret/upsert',
    'POST /skillset/{skillsetId}/secret/{secretId}/delete',
    'GET /dataset/{datasetId}/file/list',
    'POST /dataset/{datasetId}/file/upload',
    'GET /dataset/{datasetId}/file/{fileId}/fetch',
    'GET /dataset/{datasetId}/file/{fileId}/passage/list',
    'GET /dataset/{datasetId}/file/{fileId}/question/list',
    'POST /dataset/{datasetId}/file/{fileId}/delete',
    'POST /dataset/{datasetId}/search',
    'GET /dataset/{datasetId}/site/list',
    'POST /dataset/{datasetId}/site/create',
    'GET /dataset/{datasetId}/site/{siteId}/fetch',
    'GET /dataset/{datasetId}/site/{siteId}/page',
    'GET /dataset/{datasetId}/site/{siteId}/starters',
    'POST /dataset/{datasetId}/site/{siteId}/starters/write',
    'POST /dataset/{datasetId}/site/{siteId}/renew',
    'POST /dataset/{datasetId}/site/{siteId}/delete',
    'POST /dataset/{datasetId}/text/create',
    'GET /check/list',
    'POST /check/create',
    'GET /check/{checkId}/fetch',
    'POST /check/{checkId}/update',
    'POST /check/{checkId}/delete',
    'POST /check/run',
    'GET /check/file/fetch',
    'POST /check/import',
    'POST /site/look',
    'POST /insights/answer',
    'POST /insights/export',
    'POST /contact/export',
    'POST /contact/{contactId}/delete',
    'POST /vote/export',
    'POST /label/{labelId}/delete',
    'POST /inbox/reply/upsert',
    'POST /inbox/reply/{replyId}/delete',
    'POST /conversation/{conversationId}/export',
    'POST /conversation/{conversationId}/delete',
    'POST /conversation/{conversationId}/sign-out',
    'POST /conversation/{conversationId}/session/create',
    'POST /channel/{channel}/publish',
    'GET /usage/fetch',
    'POST /graphql',
  ],
  owner: [
    'GET /audit/list',
    'POST /audit/export',
    'POST /billing/checkout',
    'GET /secret/list',
    'POST /secret/create',
    'POST /secret/{secretId}/delete',
    'POST /subject/export',
    'POST /subject/delete',
    'POST /subject/sign-out',
    'GET /webhook/list',
    'POST /webhook/create',
    'POST /webhook/{webhookId}/update',
    'POST /webhook/{webhookId}/delete',
    'POST /webhook/{webhookId}/test',
    'POST /webhook/{webhookId}/secret/roll',
    'GET /webhook/{webhookId}/delivery/list',
    'POST /webhook/{webhookId}/delivery/{deliveryId}/send',
    'POST /workspace/delete',
    'POST /workspace/member/{userId}/update',
    'POST /workspace/member/{userId}/delete',
    'GET /workspace/invitation/list',
    'POST /workspace/invitation/create',
    'POST /workspace/invitation/{invitationId}/delete',
  ],
};
const ROLES: readonly WorkspaceRole[] = ['owner', 'editor', 'answerer'];
const CALLS = Object.entries(TABLE).flatMap(([isFor, calls]) => calls.map((call) => ({ call, isFor })));
/** Own calls that would end the sign-in, or the account. */
const ENDS_IT = ['POST /auth/signout', 'POST /account/delete', 'POST /auth/session/revoke'];

let test: BuilderTest;
let team: string;
let ids: Record<string, string>;
/** Browsers in the workspace of the team. */
let people: Record<WorkspaceRole | 'outsider', Person['headers']>;
/** Keys of the same people, for the calls that are made with one. */
let keys: Record<WorkspaceRole | 'outsider', Person['headers']>;
let keyCalls: readonly string[];
let calls: readonly string[];

beforeAll(async () => {
  test = await startBuilderTest();
  const ada = await test.person('ada');
  team = await ada.make('/v1/workspace/create', { name: 'Shop' });
  const inTeam = ({ headers }: Person) => ({
    ...headers,
    Cookie: `${headers['Cookie'] ?? ''}; sotto_workspace=${team}`,
  });
  const oscar = await test.person('oscar');
  people = { owner: inTeam(ada), editor: {}, answerer: {}, outsider: inTeam(oscar) };
  keys = { owner: await makeKey(people.owner), editor: {}, answerer: {}, outsider: await makeKey(oscar.headers) };
  for (const role of ['editor', 'answerer'] as const) {
    const person = await test.person(role);
    await send('POST', '/workspace/invitation/create', people.owner, { email: `${role}@example.com`, role: 'owner' });
    const token = test.mailer.linkFor(`${role}@example.com`).split('/').at(-1);
    await person.ask('/v1/workspace/invitation/accept', { token });
    people[role] = inTeam(person);
    keys[role] = await makeKey(people[role]);
    const id = (await person.ask('/v1/auth/session')).body['user'] as { id: string };
    await send('POST', `/workspace/member/${id.id}/update`, people.owner, { role });
  }
  const make = async (path: string, body: object): Promise<string> =>
    ((await (await send('POST', path, people.owner, body)).json()) as { id: string }).id;
  const bot = await make('/bot/create', { name: 'TeamBot' });
  const widget = await make('/integration/widget/create', { name: 'TeamWidget', botId: bot });
  const session = await test.openSession(widget);
  await (await test.send(session, { text: 'TeamQuestion' })).text();
  ids = {
    bot,
    'integration/widget': widget,
    skillset: await make('/skillset/create', { name: 'TeamSkillset' }),
    dataset: await make('/dataset/create', { name: 'TeamDataset' }),
    blueprint: await make('/blueprint/create', { name: 'TeamBlueprint' }),
    webhookId: await make('/webhook/create', { url: 'https://crm.example/team', events: ['handover.requested'] }),
    secretId: await make('/secret/create', { name: 'TeamKey' }),
    invitationId: await make('/workspace/invitation/create', { email: 'invited@example.com', role: 'editor' }),
    conversationId: session.conversationId,
    noteId: await make(`/conversation/${session.conversationId}/note/create`, { text: 'TeamNote' }),
    replyId: await make('/inbox/reply/upsert', { name: 'TeamReply', text: 'TeamReplyText' }),
    checkId: await make('/check/create', {
      botId: bot,
      name: 'TeamCheck',
      turns: [{ ask: 'TeamQuestion' }],
    }),
    labelId: await make(`/conversation/${session.conversationId}/label/upsert`, { name: 'TeamLabel' }),
  };
  const { paths } = (await (await test.call('/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      call: `${method.toUpperCase()} ${path.replace('/v1', '')}`,
      proofs: security.flatMap((each) => Object.keys(each)),
    })),
  );
  const ofPeople = operations.filter(
    ({ call, proofs }) => !call.includes(' /operator/') && (proofs.includes('user') || proofs.includes('secret')),
  );
  calls = ofPeople.map(({ call }) => call);
  keyCalls = ofPeople.filter(({ proofs }) => !proofs.includes('user')).map(({ call }) => call);
});
afterAll(() => test.server.close(0));

async function makeKey(headers: Person['headers']): Promise<Person['headers']> {
  const scopes = ['chat', 'visitors:read', 'visitors:write', 'build:read', 'build:write'];
  const made = await send('POST', '/secret/create', headers, { name: 'key', scopes });
  return { Authorization: `Bearer ${((await made.json()) as { secret: string }).secret}` };
}

/** Makes a call as it is made: from a browser, or with a key. */
function sendAs(call: string, who: keyof typeof people, which: 'team' | 'none'): Promise<Response> {
  const [method, path] = addressOf(call, which);
  return send(method, path, (keyCalls.includes(call) ? keys : people)[who]);
}

function send(method: string, path: string, headers: Person['headers'], body?: object): Promise<Response> {
  return test.call(`/v1${path}`, { method, headers, ...(method === 'POST' && { body: body ?? {} }) });
}

/** The address of a call, on a thing of the team; `none`: on one that nobody has. */
function addressOf(call: string, which: 'team' | 'none'): [method: string, path: string] {
  const [method = '', path = ''] = call.split(' ');
  const kind = /^\/(integration\/widget|hub\/\w+|\w+)/.exec(path)?.[1]?.replace('hub/', '') ?? '';
  return [
    method,
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      which === 'none' ? 'x_none' : (ids[name === 'id' ? kind : name] ?? ids[name.replace(/Id$/, '')] ?? 'x_none'),
    ),
  ];
}

/** Whether a call was refused for the caller's role. */
async function isRefusedForRole(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  return ((await response.json()) as { message: string }).message.startsWith('Your role in this team');
}

describe('roles of a team', () => {
  it('the table has every call that is made with a sign-in or a key, and no other', () => {
    expect(CALLS.map(({ call }) => call).sort()).toEqual([...calls].sort());
    expect(CALLS.map(({ call }) => [call, callFor(`/v1${call.split(' ')[1] ?? ''}`)])).toEqual(
      CALLS.map(({ call, isFor }) => [call, isFor]),
    );
  });

  it.each(ROLES)('what is for others is refused to %s, and nothing else', async (role) => {
    for (const { call, isFor } of CALLS) {
      if (ENDS_IT.includes(call) || call === 'GET /inbox/stream') continue;
      const mayNot = isFor !== 'own' && ROLES.indexOf(role) > ROLES.indexOf(isFor as WorkspaceRole);
      const response = await sendAs(call, role, mayNot ? 'team' : 'none');
      expect([call, await isRefusedForRole(response)]).toEqual([call, mayNot]);
    }
  });

  it('a call that nobody has put into the table is for owners', () => {
    expect(callFor('/v1/something/new')).toBe('owner');
  });

  it('an outsider whose browser names the team reaches nothing of it', async () => {
    for (const { call, isFor } of CALLS) {
      if (isFor === 'own' || call === 'GET /inbox/stream') continue;
      const response = await sendAs(call, 'outsider', 'team');
      const text = await response.text();
      expect([call, text]).toEqual([call, expect.not.stringMatching(/Team[A-Z]|crm\.example/) as string]);
      if (keyCalls.includes(call)) expect([call, [400, 404, 422].includes(response.status)]).toEqual([call, true]);
      else if (call.startsWith('POST')) expect([call, response.status]).toEqual([call, 403]);
      else if (call.includes('{')) expect([call, response.status]).toEqual([call, 404]);
    }
  });

  it('an outsider reaches nothing of the team from their own workspace', async () => {
    const own = { ...people.outsider, Cookie: people.outsider['Cookie']?.split(';')[0] ?? '' };
    for (const { call, isFor } of CALLS) {
      if (isFor === 'own' || !call.includes('{') || keyCalls.includes(call)) continue;
      const [method, path] = addressOf(call, 'team');
      const response = await send(method, path, own);
      expect([call, response.status, await response.text()]).toEqual([
        call,
        expect.toSatisfy((status: number) => [400, 403, 404, 422].includes(status)) as number,
        expect.not.stringContaining('Your role') as string,
      ]);
    }
  });
});
