import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { abilities } from '../../db/schema';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { SAVED_TARGETS } from '../../testing/ssrfTargets';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: BuilderTest;
let ana: Person;
let skillset: string;
let dataset: string;
beforeAll(async () => {
  test = await startBuilderTest({
    config: { intranetHosts: ['crm.internal:8443', '10.0.0.77:443'], allowsGraphqlMutations: true },
  });
  ana = await test.person('ana');
  skillset = await ana.make('/v1/skillset/create', { name: 'S' });
  dataset = await ana.make('/v1/dataset/create', { name: 'D' });
});
afterAll(() => test.server.close(0));

const fetching = (address: string, rest = ''): string => `Look up.\n\n\`\`\`fetch\nGET ${address}\n${rest}\`\`\``;
const stored = async (): Promise<{ id: string; instruction: string; name: string; problems: string[] }[]> => {
  const { body } = await ana.ask(`/v1/skillset/${skillset}/fetch`);
  return body['abilities'] as never;
};
const refusal = (answer: { status: number; body: Record<string, unknown> }): unknown[] => [
  answer.status,
  (answer.body['details'] as { path: string }[] | undefined)?.[0]?.path,
  answer.body['message'],
];

describe('SV-19 an address that is never called is refused when it is saved', () => {
  it.each(SAVED_TARGETS)('SV-19 %j in an ability', async (address) => {
    const answer = await ana.ask(`/v1/skillset/${skillset}/ability/create`, { instruction: fetching(address) });
    expect(refusal(answer)).toEqual([
      422,
      'instruction',
      expect.stringMatching(/: .*\. Allowed are hosts on the public internet|^The address must begin with http/),
    ]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['http://10.0.0.1/{{id}}', 'Not a public address: http://10.0.0.1/{{id}}.'],
    ['https://localhost/?q={{q}}&key={{secret.KEY}}', 'Not a public address: https://localhost/.'],
    ['https://{{host}}/a', 'The address must begin with http:// or https:// and a host of its own: https://{{host}}/a'],
    ['{{scheme}}://a.example/', 'The address must begin with http:// or https:// and a host of its own: {{scheme}}:'],
    ['https://a.example:{{port}}/', 'The address must begin with http:// or https:// and a host of its own: https:'],
    ['{{url}}', 'The address must begin with http:// or https:// and a host of its own: {{url}}'],
  ])('SV-19 what is known of the template %s', async (address, start) => {
    const answer = await ana.ask(`/v1/skillset/${skillset}/ability/create`, { instruction: fetching(address) });
    expect([...refusal(answer).slice(0, 2), String(answer.body['message']).slice(0, start.length)]).toEqual([
      422,
      'instruction',
      start,
    ]);
  });

  it.each([
    ['FETCH https://a.example/', 'The method FETCH is not supported: use GET, POST, PUT, PATCH or DELETE'],
    ['OPTIONS https://a.example/', 'The method OPTIONS is not supported: use GET, POST, PUT, PATCH or DELETE'],
    ['POST https://a.example/\nAuthorization {{secret.KEY}}', 'This is no header: Authorization {{secret.KEY}}'],
    ['POST https://a.example/\n{"id": {{id}}}', 'This is no header: {"id": {{id}}}'],
    ['GET https://a.example/\nX Key: 1', 'This is no header: X Key: 1'],
    ['GET https://a.example/\n: 1', 'This is no header: : 1'],
  ])('%j is no request: it is refused when it is saved', async (request, sentence) => {
    const instruction = `\`\`\`fetch\n${request}\n\`\`\``;
    const id = await ana.make(`/v1/skillset/${skillset}/ability/create`, { instruction: '' });
    for (const path of ['create', `${id}/update`]) {
      const answer = await ana.ask(`/v1/skillset/${skillset}/ability/${path}`, { instruction });
      expect(refusal(answer)).toEqual([422, 'instruction', sentence]);
    }
    await ana.make(`/v1/skillset/${skillset}/ability/${id}/delete`);
  });

  it('SV-19 any of its requests, and not what the model only reads', async () => {
    const second = `${fetching('https://a.example/{{id}}')}\n\n${fetching('http://127.0.0.1/')}`;
    expect((await ana.ask(`/v1/skillset/${skillset}/ability/create`, { instruction: second })).status).toBe(422);
    for (const instruction of [
      fetching('https://a.example/{{id}}?q={{visitor.sub}}', 'Authorization: {{secret.KEY}}\n'),
      fetching('https://crm.internal:8443/{{id}}'),
      fetching('https://10.0.0.77/'),
      'Our server is http://127.0.0.1/.\n\n```sh\ncurl file:///etc/passwd\n```\n\n```search\nhttp://localhost/\n```',
    ]) {
      const id = await ana.make(`/v1/skillset/${skillset}/ability/create`, { instruction });
      await ana.make(`/v1/skillset/${skillset}/ability/${id}/delete`);
    }
  });

  it('SV-19 in a change, which changes nothing; and what was saved before shows its problem', async () => {
    const id = await ana.make(`/v1/skillset/${skillset}/ability/create`, {
      instruction: fetching('https://a.example/'),
    });
    const at = `/v1/skillset/${skillset}/ability/${id}/update`;
    const refused = await ana.ask(at, { name: 'New', instruction: fetching('http://[::1]/') });
    expect(refusal(refused)).toEqual([422, 'instruction', expect.stringContaining('http://[::1]/')]);
    expect(await stored()).toMatchObject([{ name: '', instruction: fetching('https://a.example/'), problems: [] }]);

    await test.database.update(abilities).set({ instruction: fetching('file:///etc/passwd') });
    expect((await ana.ask(at, { name: 'Old' })).status).toBe(200);
    expect((await stored())[0]?.problems).toEqual([expect.stringContaining('file:///etc/passwd')]);
    await ana.make(`/v1/skillset/${skillset}/ability/${id}/delete`);
  });

  it('SV-19 by GraphQL', async () => {
    const query = `mutation ($input: AbilityInput!) { createAbility(skillsetId: "${skillset}", input: $input) { id } }`;
    const ask = async (address: string) =>
      (await ana.ask('/v1/graphql', { query, variables: { input: { instruction: fetching(address) } } })).body;
    expect(await ask('http://2130706433/')).toMatchObject({
      errors: [{ message: expect.stringMatching(/^Not a public address: http:\/\/2130706433\/\. Allowed are/) }],
    });
    expect(await stored()).toEqual([]);
    expect((await ask('https://a.example/'))['errors']).toBeUndefined();
  });

  const webAddresses = SAVED_TARGETS.filter((url) => url.startsWith('https://') || url.startsWith('http://'));
  it.each([
    ['a site of a dataset', () => `/v1/dataset/${dataset}/site/create`, {}],
    ['a look at a site', () => '/v1/site/look', {}],
    ['an MCP server', () => `/v1/skillset/${skillset}/mcp/create`, { name: 'M' }],
    ['a webhook', () => '/v1/webhook/create', { events: ['vote.created'] }],
  ])('SV-19 as the address of %s', async (what, path, fields) => {
    const secure = what.startsWith('a site') || what.startsWith('a look') ? webAddresses : webAddresses.map(toHttps);
    for (const url of [...new Set(secure)]) {
      const [status, field, message] = refusal(await ana.ask(path(), { ...fields, url }));
      // A few of the spellings are no address at all, which the schema refuses first.
      expect([url, [400, 422].includes(Number(status)), field]).toEqual([url, true, 'url']);
      if (status === 422) expect(message).toMatch(/Allowed are hosts on the public internet/);
    }
  });

  it('SV-19 hosts that the operator lists may be saved', async () => {
    const url = 'https://crm.internal:8443/';
    expect((await ana.ask(`/v1/skillset/${skillset}/mcp/create`, { name: 'M', url })).status).toBe(200);
    expect((await ana.ask('/v1/webhook/create', { events: ['vote.created'], url })).status).toBe(200);
    expect((await ana.ask(`/v1/dataset/${dataset}/site/create`, { url })).status).toBe(200);
  });
});

function toHttps(url: string): string {
  return url.replace(/^http:/, 'https:');
}
