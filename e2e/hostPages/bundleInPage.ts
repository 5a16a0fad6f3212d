import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The host page of `inPage.mjs` as one script, with React 18: the examples have React 19. */
export async function bundleInPage(): Promise<string> {
  const result = await build({
    entryPoints: [here('./inPage.mjs')],
    bundle: true, write: false, format: 'iife', target: 'es2022', logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    loader: { '.css': 'text', '.woff2': 'empty', '.woff': 'empty', '.ttf': 'empty' },
    alias: {
      react: here('../node_modules/react'),
      'react-dom': here('../node_modules/react-dom'),
      '@sotto/widget-react/widget.css': here('../../packages/widget-react/dist/widget.css'),
      '@sotto/widget-react': here('../../packages/widget-react/dist/index.js'),
    },
  });
  return result.outputFiles[0]?.text ?? '';
}
