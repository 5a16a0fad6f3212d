import { defineConfig } from 'tsup';

/** Heavy parts stay chunks of their own. Everything here runs in the browser, which server renderers are told in the first line. */
export default defineConfig({
  entry: { index: 'src/index.ts', element: 'src/embed/index.ts', parts: 'src/parts/index.ts', widget: 'src/theme/styles.css' },
  format: 'esm',
  target: 'es2022',
  dts: { entry: { index: 'src/index.ts', element: 'src/embed/index.ts', parts: 'src/parts/index.ts' } },
  splitting: true,
  clean: true,
  sourcemap: true,
  banner: { js: "'use client';" },
});
