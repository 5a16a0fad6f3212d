/** Node, and at the end of a worker the end of what its files shared (useStack.ts). */
// eslint-disable-next-line no-restricted-syntax -- the form in which vitest takes an environment
export default {
  name: 'node-with-end',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: () => globalThis.sottoShared?.close() }),
};
