import { fileURLToPath } from 'node:url';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocsLibrary, createDocsSearch } from '@sotto/hub-site';
import { createDocsMcp } from './docsMcp';

const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
  const { entries } = createDocsLibrary(fileURLToPath(new URL('../../../../../docs', import.meta.url)), '');
  const server = createDocsMcp({ entries, search: createDocsSearch(entries).search }, '1.2.3');
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
});
afterAll(async () => {
  await client.close();
});

async function call(name: string, args: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    isError: isError === true,
  };
}

describe('the documentation over MCP, read by the official client', () => {
  it('says who it is, and offers three tools that change nothing', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'sotto-docs', version: '1.2.3' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_docs', 'read_page', 'list_examples']);
    for (const { annotations, inputSchema } of tools)
      expect([annotations?.readOnlyHint, inputSchema.type]).toEqual([true, 'object']);
  });

  it('finds a section, whose address is a page to read', async () => {
    const { text } = await call('search_docs', { query: 'content security policy', limit: 3 });
    expect(text.split('\n')).toHaveLength(3);
    const [, address = ''] = /\]\(([^)]+)\)/.exec(text) ?? [];
    expect((await call('read_page', { path: address })).text).toContain('Content-Security-Policy');
    expect((await call('search_docs', { query: 'zzzzqqqq' })).text).toContain('Nothing was found');
  });

  it.each(['/docs/guides/operator', 'guides/operator.md', 'docs/guides/operator/', '/docs/guides/operator#backup'])(
    'reads the page %s',
    async (path) => {
      expect((await call('read_page', { path })).text).toMatch(/^# For operators\n/);
    },
  );

  it('lists all pages, and says when there is no such page', async () => {
    const { text } = await call('read_page');
    expect(text).toContain('](/docs/reference/widget-react)');
    expect(await call('read_page', { path: '../../package.json' })).toMatchObject({ isError: true });
    expect((await call('read_page', { path: 'index.md' })).text).toMatch(/^# Documentation\n/);
  });

  it('lists examples, and gives those of a page whole', async () => {
    expect((await call('list_examples')).text).toMatch(/\(\/docs\/guides\/install-vue\): sh, ts, vue/);
    const { text } = await call('list_examples', { path: 'guides/install-vue' });
    expect(text).toContain('```vue\n<script setup lang="ts">\nimport \'@sotto/loader/element\';');
    expect(await call('list_examples', { path: 'none' })).toMatchObject({ isError: true });
  });

  it.each([[{}], [{ query: '' }], [{ query: 'x'.repeat(201) }], [{ query: 'a', limit: 1000 }]])(
    'refuses %j',
    async (args) => {
      const refused = await call('search_docs', args).catch(() => ({ isError: true }));
      expect(refused.isError).toBe(true);
    },
  );
});
