import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles a program of this package from its sources, for a process or a thread that reads no TypeScript. Libraries
 * stay outside.
 *
 * @returns the sources that went into it, absolute
 */
export async function bundleSource(entry: string, outfile: string): Promise<string[]> {
  const source = fileURLToPath(new URL('../../', import.meta.url));
  const { metafile } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@sotto/source'],
    external: [
      '@e965/xlsx',
      '@electric-sql/pglite',
      '@electric-sql/pglite-pgvector',
      '@modelcontextprotocol/client',
      'better-auth',
      'fflate',
      'graphql',
      'nodemailer',
      'unpdf',
      'word-extractor',
      'yaml',
      '@hono/node-server',
      '@opentelemetry/*',
      '@redis/client',
      'aws4fetch',
      'drizzle-orm',
      'eventsource-parser',
      'hono',
      'htmlparser2',
      'jose',
      'marked',
      'pg',
      'sharp',
      'valibot',
      '@valibot/to-json-schema',
    ],
    // Files beside the sources are found from the sources, wherever the bundle stands.
    define: { 'import.meta.url': JSON.stringify(new URL('db/', `file://${source}`).href) },
    logLevel: 'error',
    metafile: true,
  });
  return Object.keys(metafile.inputs).map((file) => path.resolve(file));
}
