/** Node, and at the end of a worker the end of what its files shared (useStack.ts). */
export default {
  name: 'node-with-end',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: () => globalThis.sottoShared?.close() }),
};
