import { defineConfig } from 'tsup';

/**
 * The npm entries, for `import` and `require`, and the command. What the script tag loads is built by build.mjs, into
 * the same folder.
 * The `jsx-*` entries are types only; their scripts are empty, so that bundlers find something.
 */
export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      element: 'src/element.ts',
      csp: 'src/csp/writePolicy.ts',
      'jsx-react': 'src/jsx/jsx-react.ts',
      'jsx-preact': 'src/jsx/jsx-preact.ts',
      'jsx-solid': 'src/jsx/jsx-solid.ts',
      'jsx-vue': 'src/jsx/jsx-vue.ts',
    },
    format: ['esm', 'cjs'],
    target: 'es2022',
    clean: false,
    sourcemap: true,
  },
  { entry: { command: 'src/command/runCommand.ts' }, format: 'esm', target: 'node20', platform: 'node', clean: false },
]);
