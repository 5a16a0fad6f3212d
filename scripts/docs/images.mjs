// The images of containers that deploy/ and the workflows name, and whether each is pinned by its digest: a tag can be
// moved to something else.
//   (nothing)   lists them; red for a tag without a digest
//   --write     asks the registry for each digest with docker, and writes it behind its tag; again, for newer images
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from '../machine/programs.mjs';
import { listFiles, root } from '../machine/workspace.mjs';

const LIMIT_MS = 60_000;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** `FROM name:tag AS stage` of a Dockerfile, `image: name:tag` of compose files and workflows. */
const NAMED = /^(\s*(?:FROM\s+(?:--platform=\S+\s+)?|(?:-\s+)?image:\s*))(["']?)([^\s"'@#]+)(?:@([^\s"'#]+))?\2/gim;

/** The images that a text names: each with its digest, or undefined. Stages of the same Dockerfile are none. */
export function findImages(text) {
  const stages = new Set([...text.matchAll(/^\s*FROM\s.*\sAS\s+(\S+)/gim)].map(([, stage]) => stage));
  return [...text.matchAll(NAMED)]
    .map(([, , , name, digest]) => ({ name, digest }))
    .filter(({ name }) => !stages.has(name) && name !== 'scratch' && !name.startsWith('$'));
}

/** The images of a text without a digest of SHA-256. */
export function findUnpinned(text) {
  return findImages(text)
    .filter(({ digest }) => digest === undefined || !DIGEST.test(digest))
    .map(({ name }) => name);
}

/** The text with the present digest behind each tag. @param digestOf - asks the registry */
export function pinImages(text, digestOf) {
  const wanted = new Set(findImages(text).map(({ name }) => name));
  return text.replaceAll(NAMED, (whole, before, quote, name) =>
    wanted.has(name) ? `${before}${quote}${name}@${digestOf(name)}${quote}` : whole,
  );
}

/** Of the list of all platforms, so that the same line works on each. @throws when docker has no answer */
function askRegistry(name) {
  const { status, stdout, stderr } = runProgram(
    'docker',
    ['buildx', 'imagetools', 'inspect', name, '--format', '{{.Manifest.Digest}}'],
    { timeout: LIMIT_MS },
  );
  const digest = (stdout ?? '').trim();
  if (status !== 0 || !DIGEST.test(digest)) throw new Error(`No digest of ${name}: ${(stderr || digest).trim()}`);
  return digest;
}

function listed() {
  return ['deploy', '.github/workflows'].flatMap((folder) =>
    listFiles(path.join(root, folder))
      .filter((file) => /(?:^|\/)(?:Dockerfile|[^/]+\.ya?ml)$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
}

function run() {
  const files = listed();
  if (process.argv.includes('--write')) {
    const known = new Map();
    const digestOf = (name) => known.get(name) ?? known.set(name, askRegistry(name)).get(name);
    // Nothing is written unless every registry has answered.
    const pinned = files.map((file) => [file, pinImages(readFileSync(path.join(root, file), 'utf8'), digestOf)]);
    for (const [file, text] of pinned) writeFileSync(path.join(root, file), text);
  }
  const loose = files.flatMap((file) =>
    findUnpinned(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name} has no digest`),
  );
  console.log(loose.length === 0 ? 'Every image is pinned by its digest.' : loose.join('\n'));
  process.exitCode = loose.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) run();
