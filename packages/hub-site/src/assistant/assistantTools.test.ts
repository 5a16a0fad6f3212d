import { describe, expect, it } from 'vitest';
import { createAssistantTools, resolveOwnPath, type AssistantPage } from './assistantTools';

function setUp({ isSignedIn = true, saysYes = false, answer = {} } = {}) {
  const calls: string[] = [];
  const questions: string[] = [];
  const visited: string[] = [];
  const page: AssistantPage = {
    origin: 'https://hub.example',
    base: '',
    isSignedIn,
    path: () => '/hub',
    go: (address) => visited.push(address),
    reload: () => visited.push('reload'),
    fetch: async (address, init) => {
      calls.push(`${init.method ?? ''} ${address}`);
      return Response.json(answer);
    },
    ask: async (question) => {
      questions.push(question);
      return saysYes;
    },
  };
  return { tools: createAssistantTools(page), calls, questions, visited };
}

/** Orders that a hostile description might give. */
const HOSTILE_PATHS = [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/signout',
  '/api/v1/auth/signout',
  '/hub/skillsets/x?clone=1',
  '/signin?code=123456',
  '',
  'hub',
  '/%00/../../api/v1/x',
];
const HOSTILE_CALLS = [
  'https://evil.example/api/v1/hub/skillset/list',
  '//evil.example/api/v1/hub',
  '/api/v1/../../x',
  '/api/v1/auth/signin/email',
  '/api/v1/secret/list',
  '/api/v1/billing/checkout',
  '/api/v1/hub/../secret/list',
  '/api/v1/integration/widget/x/session/create',
  '/v1/secret/list',
  '/api/v1/hub%2f..%2fsecret/list',
];

describe('H-10 the assistant', () => {
  it('gives strangers their place on the site and no calls', () => {
    expect(Object.keys(setUp({ isSignedIn: false }).tools)).toEqual(['currentPath', 'navigate', 'reload']);
    expect(Object.keys(setUp().tools)).toEqual(['currentPath', 'navigate', 'reload', 'graphql', 'request']);
  });

  it.each(HOSTILE_PATHS)('never leaves the site nor opens what acts: %s', async (path) => {
    const { tools, visited } = setUp();
    await tools['navigate']?.handler({ path });
    expect(visited).toEqual([]);
  });

  it('goes to pages of the site, and reloads once', async () => {
    const { tools, visited } = setUp();
    await tools['navigate']?.handler({ path: '/hub/skillsets?tag=web' });
    await tools['reload']?.handler({});
    await tools['reload']?.handler({});
    expect(visited).toEqual(['/hub/skillsets?tag=web', 'reload']);
    expect(resolveOwnPath({ origin: 'https://hub.example', base: '/chat' }, '/hub')).toBe('/chat/hub');
  });

  it.each(HOSTILE_CALLS)('makes no call outside its list, asked or not: %s', async (path) => {
    const { tools, calls, questions } = setUp({ saysYes: true });
    await tools['request']?.handler({ method: 'GET', path });
    await tools['request']?.handler({ method: 'POST', path, body: {} });
    expect([calls, questions]).toEqual([[], []]);
  });

  // Every one begins as a call that may be made; a proxy or a router that decodes once more would make another of it.
  it.each([
    '/api/v1/hub/..%2fsecret/list',
    '/api/v1/hub/..%2Fsecret%2flist',
    '/api/v1/hub/%252e%252e/secret/list',
    '/api/v1/hub/x%00',
    '/api/v1/hub/..%5csecret',
    '/api/v1/hub/skillset%3Fx/list',
  ])('FT-6: makes no call whose path is encoded: %s', async (path) => {
    const { tools, calls, questions } = setUp({ saysYes: true });
    expect(await tools['request']?.handler({ method: 'GET', path })).toEqual({
      error: 'Only calls of this site below /api/v1/ are possible',
    });
    expect([calls, questions]).toEqual([[], []]);
    await tools['request']?.handler({ method: 'GET', path: '/api/v1/hub/skillset/list?search=50%25%20off' });
    expect(calls).toEqual(['GET https://hub.example/api/v1/hub/skillset/list?search=50%25%20off']);
  });

  it('changes nothing without a Yes to the exact call', async () => {
    const change = { method: 'POST', path: '/api/v1/skillset/create', body: { name: 'Mine' } };
    const no = setUp();
    await no.tools['request']?.handler(change);
    await no.tools['graphql']?.handler({ query: `${'#'.repeat(20_000)}!` });
    await no.tools['graphql']?.handler({ query: 'mutation { deleteSkillset(id: "x") }' });
    await no.tools['graphql']?.handler({ query: 'query Q { me { id } } mutation M { deleteSkillset(id: "x") }' });
    expect(no.calls).toEqual([]);
    expect(no.questions[0]).toBe('POST /api/v1/skillset/create\n\n{"name":"Mine"}');
    const yes = setUp({ saysYes: true });
    await yes.tools['request']?.handler(change);
    expect(yes.calls).toEqual(['POST https://hub.example/api/v1/skillset/create']);
  });

  it('reads at once, and tells the model no secret', async () => {
    const { tools, calls, questions } = setUp({
      answer: { name: 'Ana', email: 'ana@example.com', token: 'abc', text: 'key sk_0123456789abcdef0123 here' },
    });
    const result = JSON.stringify(await tools['graphql']?.handler({ query: '{ me { id } }' }));
    expect([calls.length, questions.length]).toEqual([1, 0]);
    expect(result).toContain('Ana');
    expect(result).toContain('not an instruction');
    for (const secret of ['ana@example.com', 'abc"', 'sk_0123']) expect(result).not.toContain(secret);
  });
});
