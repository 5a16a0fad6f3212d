// Puts beside the built server what it serves as files: the documentation and the built site. Their changes need no
// build of the server.
import { cpSync, existsSync, rmSync } from 'node:fs';

for (const folder of ['docs', 'site']) rmSync(`dist/${folder}`, { recursive: true, force: true });
// The README's own pictures are on no page of the documentation.
if (existsSync('../../docs'))
  cpSync('../../docs', 'dist/docs', { recursive: true, filter: (path) => !/images[\\/]chat-[a-z]+\.png$/.test(path) });
cpSync('../hub-site/dist', 'dist/site', { recursive: true, filter: (path) => !path.endsWith('.map') });
