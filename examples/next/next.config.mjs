// Only this repository needs these settings: its packages stand outside this folder, and its own check reads the types.
import { fileURLToPath } from 'node:url';

export default {
  distDir: 'dist',
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
};
