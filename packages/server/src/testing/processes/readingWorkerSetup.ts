import type { TestProject } from 'vitest/node';
import { bundleReadingProgram } from './bundleReadingProgram';

/**
 * Bundles the program of the reading threads before the tests, and again when one is run anew because its sources
 * changed.
 */
export async function setup(project: TestProject): Promise<void> {
  await bundleReadingProgram();
  project.onTestsRerun(async () => {
    await bundleReadingProgram();
  });
}
