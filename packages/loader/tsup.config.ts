import { defineConfig } from 'tsup';

/** The npm entries. What the script tag loads is built by build.mjs, into the same folder. */
export default defineConfig({
  entry: { index: 'src/index.ts', element: 'src/element.ts' },
  format: 'esm',
  target: 'es2022',
  dts: true,
  splitting: true,
  clean: false,
  sourcemap: true,
});
