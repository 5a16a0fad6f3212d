import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Only this repository needs these settings: its packages stand outside this folder, and its own check reads the types.
const isInside = existsSync(new URL('../../pnpm-workspace.yaml', import.meta.url));
const inside = {
  distDir: 'dist',
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
};

export default isInside ? inside : {};
