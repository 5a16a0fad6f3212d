import { defineConfig } from 'tsup';
import { entry } from './entries.mjs';

/** The types. vite.config.mjs builds the scripts, and empties the folder before. */
export default defineConfig({ entry, format: 'esm', dts: { only: true } });
