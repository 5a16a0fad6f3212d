// The core is published for `import` alone, and the types of the loader name a type of it. In a CommonJS project
// TypeScript reads such an import when it says so (TypeScript 5.3, "resolution-mode"). The bundler of the declarations
// drops the words from the source, so they are written here.
import { readdir, readFile, writeFile } from 'node:fs/promises';

const dist = new URL('dist/', import.meta.url);

for (const name of (await readdir(dist)).filter((file) => file.endsWith('.d.cts'))) {
  const file = new URL(name, dist);
  const text = await readFile(file, 'utf8');
  const typed = text
    .replace(/^import '@sotto\/[^']+';\n/gm, '')
    .replace(
      /^(import|export) (\{[^}]+\} from '@sotto\/[^']+');$/gm,
      "$1 type $2 with { 'resolution-mode': 'import' };",
    );
  if (/'@sotto\/[^']+';/.test(typed)) throw new Error(`${name} names the core in a way that CommonJS cannot read`);
  if (typed !== text) await writeFile(file, typed);
}
