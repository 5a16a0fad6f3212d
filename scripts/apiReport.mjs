// The public names of every published package, as text to review: packages/*/api.md.
//   --write   brings the reports up to date      --check   fails when a report is out of date
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readMembers, root } from './workspace.mjs';

const printer = ts.createPrinter({ removeComments: true });

/** The report of one package: per entry its exports, then the types they speak of but do not export. */
export function reportPackage(folder, manifest) {
  // Entries below ./internal are for packages of the same version, and no promise to anybody else.
  const entries = Object.entries(manifest.exports ?? {}).filter(
    ([entry, target]) => typesOf(target) && !entry.startsWith('./internal'),
  );
  const files = entries.map(([, target]) => path.join(folder, typesOf(target)));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`Not built: ${missing.map((file) => path.relative(root, file)).join(', ')}`);
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    types: [],
    skipLibCheck: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const sources = files.map((file) => program.getSourceFile(file));
  // What any entry exports, and what an earlier one spoke of, is said once.
  const listed = new Set(
    sources.flatMap((source) => exportsOf(checker, source).map((symbol) => resolve(checker, symbol))),
  );
  const sections = entries.map(([entry], index) =>
    reportEntry(checker, sources[index], path.posix.join(manifest.name, entry), path.join(folder, 'dist'), listed),
  );
  return (
    `# Public names of ${manifest.name}\n\nWritten by \`npm run api-report\`; a difference in review is ` +
    `a difference for everyone who uses the package.\n\n${sections.join('\n')}`
  );
}

/** Where an entry's types are: one file, or one for `import` and one for `require`, which say the same. */
function typesOf(target) {
  return target.types ?? target.import?.types;
}

function exportsOf(checker, source) {
  const module = checker.getSymbolAtLocation(source);
  return module ? checker.getExportsOfModule(module) : [];
}

function reportEntry(checker, source, title, ownFolder, listed) {
  const exported = exportsOf(checker, source);
  const shown = exported.map((symbol) => resolve(checker, symbol));
  const lines = exported.map((symbol) => print(checker, symbol, symbol.name)).sort();
  const hidden = [...reachable(checker, shown, listed, ownFolder)]
    .map((symbol) => print(checker, symbol, symbol.name))
    .sort();
  const block = (items) => `\`\`\`ts\n${items.join('\n')}\n\`\`\`\n`;
  return `## ${title}\n\n${block(lines)}${hidden.length > 0 ? `\nSpoken of, not exported:\n\n${block(hidden)}` : ''}`;
}

/** Symbols of our own that exported declarations mention, and that those mention in turn; they are added to `said`. */
function reachable(checker, shown, listed, ownFolder) {
  const found = new Set();
  const visit = (symbol) => {
    for (const declaration of symbol.declarations ?? []) {
      if (!path.resolve(declaration.getSourceFile().fileName).startsWith(ownFolder)) continue;
      const walk = (node) => {
        const target = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
        const mentioned = target && resolve(checker, target);
        if (mentioned && !listed.has(mentioned) && isOwnTopLevel(mentioned, ownFolder)) {
          found.add(mentioned);
          listed.add(mentioned);
          visit(mentioned);
        }
        ts.forEachChild(node, walk);
      };
      walk(declaration);
    }
  };
  for (const symbol of shown) visit(symbol);
  return found;
}

function isOwnTopLevel(symbol, ownFolder) {
  const declaration = symbol.declarations?.[0];
  if (!declaration || !path.resolve(declaration.getSourceFile().fileName).startsWith(ownFolder)) return false;
  return (
    ts.isSourceFile(statementOf(declaration).parent) &&
    !ts.isImportDeclaration(statementOf(declaration)) &&
    !ts.isSourceFile(declaration)
  );
}

function resolve(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function statementOf(declaration) {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

function print(checker, symbol, name) {
  const target = resolve(checker, symbol);
  const statements = [...new Set((target.declarations ?? []).map(statementOf))];
  const texts = statements.map((statement) =>
    printer
      .printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile())
      .replaceAll(/^(export )?(declare )?/g, ''),
  );
  const renamed = target.name !== name ? `// as ${name}\n` : '';
  return renamed + texts.join('\n');
}

if (process.argv.includes('--write') || process.argv.includes('--check')) {
  let stale = 0;
  const published = readMembers().filter(
    ({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private && manifest.exports,
  );
  for (const { folder, manifest } of published) {
    const file = path.join(root, folder, 'api.md');
    const text = reportPackage(path.join(root, folder), manifest);
    const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text;
    if (process.argv.includes('--write')) writeFileSync(file, text);
    else if (!isCurrent)
      console.log(
        `${folder}/api.md does not say what ${manifest.name} exports now. If the change is meant: npm run api-report.`,
      );
    if (!isCurrent) stale += 1;
  }
  console.log(
    `${published.length} API reports, ${stale} ${process.argv.includes('--write') ? 'written' : 'out of date'}.`,
  );
  process.exit(process.argv.includes('--check') && (stale > 0 || published.length === 0) ? 1 : 0);
}
