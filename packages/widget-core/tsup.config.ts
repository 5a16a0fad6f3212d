import { defineConfig } from 'tsup';

/** One file an entry; what the entries share is built once. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    internal: 'src/internal.ts',
    'api/index': 'src/api/index.ts',
    'config/index': 'src/config/index.ts',
    layouts: 'src/protocol/layoutWords.ts',
    'protocol/index': 'src/protocol/index.ts',
    'content/index': 'src/content/index.ts',
    'transports/index': 'src/transports/index.ts',
    'handlers/index': 'src/handlers/index.ts',
    'conformance/index': 'src/conformance/index.ts',
  },
  format: 'esm',
  target: 'es2022',
  dts: true,
  splitting: true,
  clean: true,
  sourcemap: true,
});
