import { defineConfig } from 'tsup';
import { entry } from './entries.mjs';

/** The style sheet and the types. vite.config.mjs builds the scripts, and empties the folder before. */
export default defineConfig({
  entry: { widget: 'src/theme/styles.css' },
  format: 'esm',
  target: 'es2022',
  dts: { entry },
  sourcemap: true,
});
