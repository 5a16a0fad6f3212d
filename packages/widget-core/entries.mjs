/** The source of each entry by the name of the file it is built to; `exports` of package.json names them. */
export const entry = {
  index: 'src/index.ts',
  internal: 'src/internal.ts',
  'api/index': 'src/api/index.ts',
  'config/index': 'src/config/index.ts',
  'completions/index': 'src/completions/index.ts',
  server: 'src/server.ts',
  arguments: 'src/lib/findMisfit.ts',
  layouts: 'src/protocol/layoutWords.ts',
  'protocol/index': 'src/protocol/index.ts',
  'content/index': 'src/content/index.ts',
  'transports/index': 'src/transports/index.ts',
  'handlers/index': 'src/handlers/index.ts',
  'conformance/index': 'src/conformance/index.ts',
};
