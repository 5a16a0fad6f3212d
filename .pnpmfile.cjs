/**
 * Development reads sources through the condition @sotto/source; what is published has no sources, so it has no such
 * condition.
 */
function withoutSources(exports) {
  if (typeof exports !== 'object' || exports === null) return exports;
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([key]) => key !== '@sotto/source')
      .map(([key, value]) => [key, withoutSources(value)]),
  );
}

module.exports = {
  hooks: {
    beforePacking: (manifest) =>
      manifest.exports ? { ...manifest, exports: withoutSources(manifest.exports) } : manifest,
  },
};
