// The public names of a published package: what its entries export, and the types that those mention.
import { existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../machine/workspace.mjs';

/**
 * The entries of a package that are promises to its users; those below `./internal` are for packages of the same
 * version.
 *
 * @param folder - of the package, absolute and built
 * @returns for each entry the name it is imported by, its exports, and the symbols of the package that these mention
 *   without any entry exporting them; each of the latter stands under the first entry that mentions it
 */
export function readEntries(folder, manifest) {
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
  // What any entry exports, and what an earlier one mentioned, is listed once.
  const listed = new Set(
    sources.flatMap((source) => exportsOf(checker, source).map((symbol) => resolve(checker, symbol))),
  );
  return entries.map(([entry], index) => {
    const exported = exportsOf(checker, sources[index]).map((symbol) => ({
      name: symbol.name,
      symbol: resolve(checker, symbol),
    }));
    return {
      title: path.posix.join(manifest.name, entry),
      exported,
      mentioned: [
        ...reachable(
          checker,
          exported.map(({ symbol }) => symbol),
          listed,
          path.join(folder, 'dist'),
        ),
      ],
    };
  });
}

/** The statements that declare a symbol. */
export function statementsOf(symbol) {
  return [...new Set((symbol.declarations ?? []).map(statementOf))];
}

/** Where an entry's types are: one file, or one for `import` and one for `require`, which say the same. */
function typesOf(target) {
  return target.types ?? target.import?.types;
}

function exportsOf(checker, source) {
  const module = checker.getSymbolAtLocation(source);
  return module ? checker.getExportsOfModule(module) : [];
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
