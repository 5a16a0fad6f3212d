// A software bill of materials in CycloneDX 1.6: every package that what we publish brings along, with version, licence
// and digest.
//   (nothing)  prints it      <file>  writes it
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pnpmCommand, runProgram } from '../machine/programs.mjs';
import { readMembers, root } from '../machine/workspace.mjs';

const [pnpm, ...before] = pnpmCommand();
const listed = runProgram(pnpm, [...before, 'licenses', 'list', '--prod', '--json', '--filter', './packages/*'], {
  cwd: root,
  maxBuffer: 1 << 28,
});
if (listed.status !== 0) {
  console.error(`pnpm could not list the packages:\n${listed.stderr}${listed.stdout}`);
  process.exit(1);
}
const digests = readDigests();
const components = Object.values(JSON.parse(listed.stdout))
  .flat()
  .flatMap(({ name, versions, license, homepage }) =>
    versions.map((version) => toComponent(name, version, license, homepage)),
  )
  .sort((one, other) => (one.purl < other.purl ? -1 : 1));
const own = readMembers()
  .filter(({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private)
  .map(({ manifest }) => ({
    type: 'library',
    name: manifest.name,
    version: manifest.version,
    purl: toPurl(manifest.name, manifest.version),
    licenses: toLicences(manifest.license),
  }));
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: 'sotto', 'bom-ref': 'sotto', components: own } },
  components,
};
const text = `${JSON.stringify(bill, null, 2)}\n`;
const [file] = process.argv.slice(2);
if (file) {
  writeFileSync(path.resolve(file), text);
  console.log(`${components.length} packages in ${file}`);
} else console.log(text);

function toComponent(name, version, license, homepage) {
  const digest = digests.get(`${name}@${version}`);
  return {
    type: 'library',
    'bom-ref': toPurl(name, version),
    name,
    version,
    purl: toPurl(name, version),
    licenses: toLicences(license),
    ...(digest && { hashes: [digest] }),
    ...(homepage && { externalReferences: [{ type: 'website', url: homepage }] }),
  };
}

function toLicences(license) {
  if (license === 'Unknown') return [];
  if (/\b(?:OR|AND|WITH)\b/.test(license)) return [{ expression: license.replace(/^\((.*)\)$/, '$1') }];
  return [{ license: { id: license } }];
}

function toPurl(name, version) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** Digests of the lock file, by name and version: in hex, as the format wants them. */
function readDigests() {
  const lock = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  const found = lock.matchAll(
    /^ {2}'?((?:@[^/'\s]+\/)?[^@'\s]+@[^'(:\s]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm,
  );
  return new Map(
    [...found].map(([, key, digest]) => [
      key,
      { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') },
    ]),
  );
}
