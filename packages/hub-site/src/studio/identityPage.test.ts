import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountRoutes } from '../accountRoutes';
import { startSiteTest, type SiteTest, type Visitor } from '../testing/visit';
import {
  IDENTITY_PLACE,
  IDENTITY_SNIPPETS,
  identityPageSnippet,
  KEY_VARIABLE,
  type IdentitySnippet,
} from './identitySnippets';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const codeOf = (kind: IdentitySnippet['kind']): string =>
  IDENTITY_SNIPPETS.find((snippet) => snippet.kind === kind)?.code ?? '';
const USER = { id: 7, name: 'Zoë "Z" Example', email: 'zoe@example.com' };
/** How each language runs its example as it is copied. */
const RUNS: readonly { kind: IdentitySnippet['kind']; program: string; args: string[] }[] = [
  {
    kind: 'node',
    program: process.execPath,
    args: ['--input-type=module', '-e', `${codeOf('node')}\nconsole.log(identityOf(${JSON.stringify(USER)}));`],
  },
  {
    kind: 'digest',
    program: process.execPath,
    args: ['--input-type=module', '-e', `${codeOf('digest')}\nconsole.log(identityOf(${JSON.stringify(USER.email)}));`],
  },
  {
    kind: 'python',
    program: 'python3',
    args: ['-c', `${codeOf('python')}\nprint(identity_of(json.loads(${JSON.stringify(JSON.stringify(USER))})))`],
  },
  {
    kind: 'php',
    program: 'php',
    args: [
      '-r',
      `${codeOf('php').replace('<?php', '')}\necho sotto_identity(json_decode(${JSON.stringify(JSON.stringify(USER)).replaceAll('$', '\\$')}, true));`,
    ],
  },
];

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('W-32 H-12 visitors a site’s own server vouches for', () => {
  let test: SiteTest;
  let ana: Visitor;
  beforeAll(async () => {
    test = await startSiteTest(accountRoutes);
    ana = await test.person('ana');
  });
  afterAll(() => test.server.server.close(0));

  const makeWidget = async (): Promise<{ id: string; path: string; key: string }> => {
    const { location } = await ana.send('/integrations/widget/new', { form: 'widget', name: 'Members', botId: 'new' });
    const id = /widget\/([\w-]+)\?/.exec(location ?? '')?.[1] ?? '';
    const path = `/integrations/widget/${id}/identity`;
    return { id, path, key: keyIn((await ana.send(path, { form: 'key' })).html) };
  };
  const keyIn = (html: string): string => /data-part="secret">([^<]+)</.exec(html)?.[1] ?? '';
  const open = async (widget: string, contact: object) =>
    (await test.server.call(`/v1/integration/widget/${widget}/session/create`, { body: { contact } })).status;

  it.each(RUNS.filter(({ program }) => isInstalled(program)))(
    'the example in $kind is believed as it is copied',
    async ({ kind, program, args }) => {
      const { id, path, key } = await makeWidget();
      await ana.send(path, { form: 'rule', requiresIdentity: 'on' });
      const identity = execFileSync(program, args, { env: { PATH: process.env['PATH'], [KEY_VARIABLE]: key } })
        .toString()
        .trim();
      const contact = kind === 'digest' ? { email: USER.email, identity } : { identity };
      expect(await open(id, contact)).toBe(200);
      expect(await open(id, { email: USER.email })).toBe(403);
    },
  );

  it('shows a key once, and replacing it ends the old one', async () => {
    const { id, path, key } = await makeWidget();
    expect(key).toMatch(/^[\w-]{43}$/);
    const { html } = await ana.get(path);
    expect([html.includes(key), html.includes('It cannot be shown again')]).toEqual([false, true]);
    const identityWith = (secret: string) =>
      execFileSync(process.execPath, RUNS[0]?.args ?? [], { env: { [KEY_VARIABLE]: secret } })
        .toString()
        .trim();
    const old = identityWith(key);
    expect(await open(id, { identity: old })).toBe(200);
    const next = keyIn((await ana.send(path, { form: 'key' })).html);
    expect([await open(id, { identity: old }), await open(id, { identity: identityWith(next) })]).toEqual([403, 200]);
  });

  it('is nobody else’s to see, and says that everybody may chat while there is no key', async () => {
    const { location } = await ana.send('/integrations/widget/new', { form: 'widget', name: 'Open', botId: 'new' });
    const path = `${location?.split('?')[0] ?? ''}/identity`;
    expect((await ana.get(path)).html).toContain('Everybody, until there is a key.');
    const ben = await test.person('ben');
    expect([(await ben.get(path)).status, (await ben.send(path, { form: 'key' })).status]).toEqual([404, 404]);
  });

  it('has one place for the proof in the page', () => {
    expect(identityPageSnippet('https://chat.example.com', 'wid_1').split(IDENTITY_PLACE)).toHaveLength(2);
  });
});
