// Adds to each GitHub release of this publication: the packages as the npm registry has them, a bill of materials
// (sbom.mjs) and SHA256SUMS of these files. The release workflow runs it with PUBLISHED, the list of changesets/action.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../machine/programs.mjs';
import { root } from '../machine/workspace.mjs';

/** A version is in the registry some seconds after it was published. */
const DOWNLOADS = 20;
const PAUSE_MS = 15_000;

/** Digests of the files of a folder, as `sha256sum --check` reads them. */
export function sumFiles(folder) {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  return lines.join('');
}

/** Adds the files of a folder to the release of a tag; one that is there already is left as it is. */
export async function addToRelease({ api, repository, token, tag }, folder) {
  const ask = async (url, init = {}) => {
    const response = await fetch(url, {
      ...init,
      headers: { Accept: 'application/vnd.github+json', Authorization: `Bearer ${token}`, ...init.headers },
    });
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const release = await ask(`${api}/repos/${repository}/releases/tags/${encodeURIComponent(tag)}`);
  const there = new Set(release.assets.map(({ name }) => name));
  const uploads = release.upload_url.replace(/\{.*$/, '');
  const missing = readdirSync(folder).filter((name) => !there.has(name));
  for (const name of missing)
    await ask(`${uploads}?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: readFileSync(path.join(folder, name)),
    });
  return missing;
}

/** The package as the registry has it, which is what people install. */
async function download({ name, version }, folder) {
  for (let count = 1; ; count += 1) {
    const { status, stderr } = runProgram('npm', ['pack', `${name}@${version}`, '--pack-destination', folder], {
      cwd: folder,
    });
    if (status === 0) return;
    if (count === DOWNLOADS) throw new Error(`${name}@${version} is not in the registry: ${stderr}`);
    await wait(PAUSE_MS);
  }
}

async function addToAll({ PUBLISHED, GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token }) {
  const published = JSON.parse(PUBLISHED ?? '[]');
  const folder = mkdtempSync(path.join(tmpdir(), 'sotto-release-'));
  try {
    const { status } = runProgram(process.execPath, ['scripts/release/sbom.mjs', path.join(folder, 'sotto.cdx.json')], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('The bill of materials could not be written');
    for (const each of published) await download(each, folder);
    writeFileSync(path.join(folder, 'SHA256SUMS'), sumFiles(folder));
    for (const { name, version } of published) {
      const added = await addToRelease({ api, repository, token, tag: `${name}@${version}` }, folder);
      console.log(`${name}@${version}: ${added.join(', ')}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await addToAll(process.env);
