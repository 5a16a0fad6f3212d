// The tests of one area for Stryker: those test files that SOTTO_AREA_TESTS names (patterns, as JSON), in the projects
// they belong to.
import base from '../../../vitest.config';

const patterns = JSON.parse(process.env.SOTTO_AREA_TESTS);
const { projects, ...inherited } = base.test;

export default {
  test: {
    projects: projects
      .filter(({ test }) => test.name === process.env.SOTTO_AREA_PROJECT)
      .map(({ extends: _, ...config }) => ({
        ...config,
        test: { ...inherited, ...config.test, include: patterns },
      })),
  },
};
