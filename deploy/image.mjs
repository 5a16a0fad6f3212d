// `node deploy/image.mjs FOLDER` writes the application of the image into FOLDER, as deploy/Dockerfile does.
// `node deploy/image.mjs --sizes` prints how large it is, and its largest packages.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readImage, writeImage } from './imageFiles.mjs';

const [target] = process.argv.slice(2);
const toMb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

if (target === '--sizes') {
  const { files, packages } = readImage();
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-image-'));
  try {
    writeImage(folder);
    // As a registry keeps a layer: a tar archive, compressed with gzip at its default level.
    const { stdout } = spawnSync('sh', ['-c', 'tar -c . | gzip -6 | wc -c'], { cwd: folder, encoding: 'utf8' });
    const bytes = files.reduce((total, file) => total + file.bytes, 0);
    console.log(
      `${files.length} files, ${packages.length} packages, ${toMb(bytes)}; compressed ${toMb(Number(stdout))}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const { name, bytes } of packages.sort((a, b) => b.bytes - a.bytes).slice(0, 15))
    console.log(`${toMb(bytes).padStart(9)}  ${name}`);
} else if (target) writeImage(path.resolve(target));
else {
  console.error('Name the folder to write to, or --sizes');
  process.exitCode = 1;
}
