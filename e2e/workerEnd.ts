/** Node, and at the end of a worker the end of what its files shared (useStack.ts). */
// oxlint-disable-next-line import/no-default-export -- the form in which vitest takes an environment
export default {
  name: 'node-with-end',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: () => globalThis.sottoShared?.close() }),
};
