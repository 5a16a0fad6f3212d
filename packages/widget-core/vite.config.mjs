import { defineConfig } from 'vite';
import { libraryBuild } from '../../scripts/build/libraryBuild.mjs';
import { entry } from './entries.mjs';

export default defineConfig(
  libraryBuild({
    folder: import.meta.dirname,
    entry,
    large: [
      'index',
      'internal',
      'api/index',
      'config/index',
      'server',
      'content/index',
      'handlers/index',
      'conformance/index',
    ],
  }),
);
