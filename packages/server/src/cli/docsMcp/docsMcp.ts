import { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { readSamples } from './readSamples';

/** A page of the documentation. */
export interface DocsPage {
  /** Address on the site, such as `/docs/guides/operator`. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
}

/** A section that matches a search. */
export interface DocsHit {
  readonly page: string;
  readonly section: string;
  readonly href: string;
  readonly excerpt: readonly { readonly text: string }[];
}

/** The documentation in machine-readable form. */
export interface Docs {
  readonly entries: readonly DocsPage[];
  search(query: string, max?: number): readonly DocsHit[];
}

/** The result of a tool. A type instead of an interface, because MCP's results accept any further field. */
type Answer = { content: { type: 'text'; text: string }[]; isError?: true };

const HITS_MAX = 20;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** An MCP server whose tools search and read the documentation; read-only and without authentication. */
export function createDocsMcp(docs: Docs, version: string): McpServer {
  const server = new McpServer({ name: 'sotto-docs', title: 'Documentation of Sotto', version });
  server.registerTool(
    'search_docs',
    {
      title: 'Search the documentation',
      description:
        'Finds sections of the documentation of the Sotto chat widget and its server: guides, settings, HTTP API, ' +
        'window protocol and TypeScript reference. Answers with addresses for read_page.',
      inputSchema: toStandardJsonSchema(
        v.object({
          query: v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.description('Words to look for, or a name')),
          limit: v.optional(
            v.pipe(
              v.number(),
              v.integer(),
              v.minValue(1),
              v.maxValue(HITS_MAX),
              v.description('Results, 8 by default'),
            ),
          ),
        }),
      ),
      annotations: READ_ONLY,
    },
    ({ query, limit }) => {
      const hits = docs.search(query, limit);
      return answer(hits.length > 0 ? hits.map(writeHit).join('\n') : `Nothing was found for "${query}".`);
    },
  );
  server.registerTool(
    'read_page',
    {
      title: 'Read a page of the documentation',
      description: 'A page as Markdown. Without a path: the list of all pages.',
      inputSchema: toStandardJsonSchema(
        v.object({ path: v.optional(v.pipe(v.string(), v.description('Such as /docs/guides/operator'))) }),
      ),
      annotations: READ_ONLY,
    },
    ({ path }) => {
      if (path === undefined) return answer(docs.entries.map(writePage).join('\n'));
      const page = findPage(docs, path);
      return page ? answer(page.markdown) : noPage(path);
    },
  );
  server.registerTool(
    'list_examples',
    {
      title: 'List the examples of the documentation',
      description:
        'Code of the guides, which is compiled or run by the tests. With a page: its samples, complete. Without: which ' +
        'pages have samples, and in which languages.',
      inputSchema: toStandardJsonSchema(
        v.object({ path: v.optional(v.pipe(v.string(), v.description('Such as /docs/guides/install-react'))) }),
      ),
      annotations: READ_ONLY,
    },
    ({ path }) => {
      if (path === undefined) return answer(listPagesWithSamples(docs));
      const page = findPage(docs, path);
      if (!page) return noPage(path);
      const samples = readSamples(page.markdown);
      if (samples.length === 0) return answer(`${page.path} has no samples.`);
      return answer(
        samples
          .map(({ section, language, code }) => `## ${section}\n\n\`\`\`${language}\n${code}\n\`\`\``)
          .join('\n\n'),
      );
    },
  );
  return server;
}

function answer(text: string): Answer {
  return { content: [{ type: 'text', text }] };
}

function noPage(path: string): Answer {
  return { ...answer(`There is no page ${path}. read_page without a path lists all pages.`), isError: true };
}

/** A page by its address, also with an anchor, or by the name of its file. */
function findPage({ entries }: Docs, written: string): DocsPage | undefined {
  const name = written
    .replace(/[?#].*$/, '')
    .replace(/^\/?(?:docs(?:\/|$))?/, '')
    .replace(/\.md$/, '')
    .replace(/(?:^|\/)index$/, '')
    .replace(/\/$/, '');
  return entries.find(({ path }) => path === (name === '' ? '/docs' : `/docs/${name}`));
}

function writePage({ path, title, summary }: DocsPage): string {
  return `- [${title}](${path}): ${summary}`;
}

function writeHit({ page, section, href, excerpt }: DocsHit): string {
  const title = section === page ? page : `${section} (${page})`;
  return `- [${title}](${href}): ${excerpt.map(({ text }) => text).join('')}`;
}

function listPagesWithSamples({ entries }: Docs): string {
  return entries
    .filter(({ path }) => path.startsWith('/docs/guides/'))
    .flatMap((page) => {
      const languages = [...new Set(readSamples(page.markdown).map(({ language }) => language))];
      return languages.length > 0 ? [`- [${page.title}](${page.path}): ${languages.join(', ')}`] : [];
    })
    .join('\n');
}
