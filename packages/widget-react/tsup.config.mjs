import { defineConfig } from 'tsup';

/** The style sheet. vite.config.mjs builds the scripts, and empties the folder before. */
export default defineConfig({
  entry: { widget: 'src/theme/styles.css' },
  format: 'esm',
  target: 'es2022',
  sourcemap: true,
});
