import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * A host page with widgets without an iframe as one script, with React 18: the examples have React 19.
 *
 * @param entry - a file beside this one
 */
export async function bundleInPage(entry = 'inPage.mjs'): Promise<string> {
  const result = await build({
    entryPoints: [here(`./${entry}`)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    loader: { '.css': 'text', '.woff2': 'empty', '.woff': 'empty', '.ttf': 'empty' },
    alias: {
      react: here('../node_modules/react'),
      'react-dom': here('../node_modules/react-dom'),
      '@sotto/widget-react/widget.css': here('../../packages/widget-react/dist/widget.css'),
      '@sotto/widget-react/parts': here('../../packages/widget-react/dist/parts.js'),
      '@sotto/widget-react': here('../../packages/widget-react/dist/index.js'),
    },
  });
  return result.outputFiles[0]?.text ?? '';
}
