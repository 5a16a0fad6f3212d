// The public names of every published package: as text to review (packages/*/api.md), and with what is written about
// them as pages of the documentation (docs/reference).
//   --write   brings both up to date      --check   fails when something is out of date
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readEntries, statementsOf } from './publicNames.mjs';
import { referenceIndex, referenceName, referencePage } from '../docs/referencePage.mjs';
import { readMembers, root } from '../machine/workspace.mjs';

const printer = ts.createPrinter({ removeComments: true });
const REFERENCE = 'docs/reference';

/** The report of one package: per entry its exports, then the types they speak of but do not export. */
function reportPackage(name, entries) {
  return (
    `# Public names of ${name}\n\nWritten by \`npm run api-report\`; a difference in review is ` +
    `a difference for everyone who uses the package.\n\n${entries.map(reportEntry).join('\n')}`
  );
}

function reportEntry({ title, exported, mentioned }) {
  const lines = exported.map(({ name, symbol }) => print(symbol, name)).sort();
  const hidden = mentioned.map((symbol) => print(symbol, symbol.name)).sort();
  const block = (items) => `\`\`\`ts\n${items.join('\n')}\n\`\`\`\n`;
  return `## ${title}\n\n${block(lines)}${hidden.length > 0 ? `\nSpoken of, not exported:\n\n${block(hidden)}` : ''}`;
}

function print(symbol, name) {
  const texts = statementsOf(symbol).map((statement) =>
    printer
      .printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile())
      .replaceAll(/^(export )?(declare )?/g, ''),
  );
  const renamed = symbol.name !== name ? `// as ${name}\n` : '';
  return renamed + texts.join('\n');
}

/** Every file that is written, by its path from the root. */
function readAll() {
  const published = readMembers().filter(
    ({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private && manifest.exports,
  );
  const packages = published.map(({ folder, manifest }) => ({
    folder,
    manifest,
    entries: readEntries(path.join(root, folder), manifest),
  }));
  const pages = packages.flatMap(({ entries }) => entries).filter(({ exported }) => exported.length > 0);
  return new Map([
    ...packages.map(({ folder, manifest, entries }) => [`${folder}/api.md`, reportPackage(manifest.name, entries)]),
    [`${REFERENCE}/index.md`, referenceIndex(packages)],
    ...pages.map((entry) => [`${REFERENCE}/${referenceName(entry.title)}.md`, referencePage(entry)]),
  ]);
}

const isWriting = process.argv.includes('--write');
const files = readAll();
const stale = [...files].filter(
  ([file, text]) => !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
);
const folder = path.join(root, REFERENCE);
const left = (existsSync(folder) ? readdirSync(folder) : [])
  .map((name) => `${REFERENCE}/${name}`)
  .filter((file) => !files.has(file));
if (isWriting) {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of stale) writeFileSync(path.join(root, file), text);
  for (const file of left) rmSync(path.join(root, file));
} else {
  for (const [file] of stale)
    console.log(`${file} does not say what is exported now. If the change is meant: npm run api-report.`);
  for (const file of left) console.log(`${file} is about an entry that is gone: npm run api-report.`);
}
console.log(`${files.size} reports and pages, ${stale.length + left.length} ${isWriting ? 'written' : 'out of date'}.`);
process.exit(!isWriting && (stale.length + left.length > 0 || files.size < 2) ? 1 : 0);
