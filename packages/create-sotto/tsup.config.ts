import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { copyTemplates } from './src/copyTemplates';

/** The command, and beside it the examples of the repository as templates. */
export default defineConfig({
  entry: { cli: 'src/cli.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  clean: true,
  async onSuccess() {
    copyTemplates(fileURLToPath(new URL('../../examples', import.meta.url)), 'dist/templates');
  },
});
