import { copyFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  clean: true,
  onSuccess: () => {
    copyFileSync('src/site.css', 'dist/site.css');
    return Promise.resolve();
  },
});
