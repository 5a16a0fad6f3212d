// Which built files a browser needs for what.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles, root } from '../machine/workspace.mjs';

/** Files that fit a pattern in which `*` stands for one folder. */
export function findFiles(pattern) {
  const [base] = pattern.split('/*');
  if (base === pattern) return existsSync(path.join(root, pattern)) ? [pattern] : [];
  const shape = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
  return listFiles(path.join(root, base))
    .map((file) => `${base}/${file}`)
    .filter((file) => shape.test(file));
}

/**
 * What a browser fetches before the page can work: scripts and module preloads, and what they import without waiting.
 */
export function initialScripts(page) {
  if (!existsSync(path.join(root, page))) return [];
  const html = readFileSync(path.join(root, page), 'utf8');
  const tags = [
    ...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"|<link\b(?=[^>]*\brel="modulepreload")[^>]*\bhref="([^"]+)"/g),
  ].map((match) => match[1] ?? match[2]);
  const files = filesBeside(page);
  return withImports(
    tags.map((address) => locate(files, address)),
    files,
  );
}

/** The style sheets that a page names. */
export function initialStyles(page) {
  if (!existsSync(path.join(root, page))) return [];
  const html = readFileSync(path.join(root, page), 'utf8');
  const files = filesBeside(page);
  return [...html.matchAll(/<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"]+)"/g)]
    .map(([, address]) => locate(files, address))
    .filter(Boolean);
}

function filesBeside(page) {
  const folder = path.posix.dirname(page);
  return existsSync(path.join(root, folder))
    ? listFiles(path.join(root, folder)).map((file) => `${folder}/${file}`)
    : [];
}

/** An address in a page may carry the server's prefix; the file's own name is hashed and therefore enough. */
function locate(files, address) {
  return files.find((file) => path.posix.basename(file) === path.posix.basename(address.split('?')[0]));
}

function withImports(starts, files) {
  const imports = (file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /(?:^|[;}\n])(?:import|export)\s*(?:[^;"'()]*?from\s*)?["']([^"']+\.m?js)["']/g,
      ),
    ]
      .map((match) => locate(files, match[1]))
      .filter(Boolean);
  return [...new Set(starts.filter(Boolean).flatMap((file) => [...reach(file, imports)]))];
}

/** Everything that can be reached from `start`, itself included. */
export function reach(start, next) {
  const seen = new Set([start]);
  for (const item of seen) for (const other of next(item)) seen.add(other);
  return seen;
}
