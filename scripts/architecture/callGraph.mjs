// Who mentions whom: the top-level declarations of all packages, and which others each of them names. Read from the
// syntax of the sources alone, so it takes seconds; a call through an object is followed only as far as a name goes.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { listFiles, readMembers, root } from '../workspace.mjs';

/**
 * Reads all packages.
 *
 * @returns a map from `file:name` to the declaration: its file, its name, the `file:name` of those it mentions (`links`),
 *   and every identifier and short text in it (`words`)
 */
export function readCallGraph() {
  const entries = packageEntries();
  const files = readMembers()
    .filter(({ folder }) => folder.startsWith('packages/'))
    .flatMap(({ folder }) =>
      listFiles(path.join(root, folder, 'src'))
        .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|d)\.tsx?$/.test(file) && !file.includes('testing/'))
        .map((file) => `${folder}/src/${file}`),
    );
  const modules = new Map(files.map((file) => [file, readModule(file, entries)]));
  const graph = new Map();
  for (const module of modules.values())
    for (const [name, node] of module.declarations)
      graph.set(`${module.file}:${name}`, describe(node, name, module, modules));
  return graph;
}

/** The shortest chain of mentions from one declaration to another, both included; undefined: there is none. */
export function findChain(graph, from, to, limit = 8) {
  const cameFrom = new Map([[from, undefined]]);
  let edge = [from];
  for (let length = 0; length < limit && edge.length > 0; length += 1) {
    const next = [];
    for (const at of edge)
      for (const link of graph.get(at)?.links ?? []) {
        if (cameFrom.has(link)) continue;
        cameFrom.set(link, at);
        if (link === to) return trace(cameFrom, to);
        next.push(link);
      }
    edge = next;
  }
  return undefined;
}

function trace(cameFrom, to) {
  const chain = [];
  for (let at = to; at !== undefined; at = cameFrom.get(at)) chain.unshift(at);
  return chain;
}

/** `@sotto/…` → the source file of that entry. */
function packageEntries() {
  const entries = new Map();
  for (const { folder, manifest } of readMembers())
    for (const [entry, target] of Object.entries(manifest.exports ?? {}))
      if (target['@sotto/source'])
        entries.set(path.posix.join(manifest.name, entry), path.posix.join(folder, target['@sotto/source']));
  return entries;
}

function readModule(file, entries) {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const declarations = new Map();
  const imports = new Map();
  const reexports = new Map();
  for (const statement of source.statements) {
    if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
      declarations.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations)
        if (ts.isIdentifier(declaration.name)) declarations.set(declaration.name.text, declaration);
    if (ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly) {
      const target = resolve(statement.moduleSpecifier.text, file, entries);
      const bindings = statement.importClause?.namedBindings;
      if (target && bindings && ts.isNamedImports(bindings))
        for (const { name, propertyName } of bindings.elements)
          imports.set(name.text, { file: target, name: (propertyName ?? name).text });
    }
    if (
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      const target = resolve(statement.moduleSpecifier.text, file, entries);
      for (const { name, propertyName } of statement.exportClause.elements)
        if (target) reexports.set(name.text, { file: target, name: (propertyName ?? name).text });
    }
  }
  return { file, declarations, imports, reexports, entries };
}

function resolve(specifier, file, entries) {
  if (!specifier.startsWith('.')) return entries.get(specifier);
  const plain = path.posix.join(path.posix.dirname(file), specifier);
  return [`${plain}.ts`, `${plain}.tsx`, plain].find((name) => existsSync(path.join(root, name)));
}

function describe(node, own, module, modules) {
  const links = new Set();
  const words = new Set();
  const add = (target) => {
    // Entries hand on what other files declare.
    let at = target;
    for (let step = 0; at && step < 4; step += 1) {
      const owner = modules.get(at.file);
      if (owner?.declarations.has(at.name)) return links.add(`${at.file}:${at.name}`);
      at = owner?.reexports.get(at.name) ?? owner?.imports.get(at.name);
    }
  };
  const visit = (child) => {
    if (ts.isIdentifier(child)) {
      words.add(child.text);
      if (child.text !== own && module.declarations.has(child.text)) links.add(`${module.file}:${child.text}`);
      else if (module.imports.has(child.text)) add(module.imports.get(child.text));
    }
    if (ts.isStringLiteralLike(child) && child.text.length < 60) words.add(child.text);
    // `import('./x').then(({ y }) => …)`: every name of the file that is mentioned beside it.
    if (
      ts.isCallExpression(child) &&
      child.expression.kind === ts.SyntaxKind.ImportKeyword &&
      ts.isStringLiteralLike(child.arguments[0])
    ) {
      const target = resolve(child.arguments[0].text, module.file, module.entries);
      for (const name of modules.get(target)?.declarations.keys() ?? [])
        if (node.getText().includes(name)) links.add(`${target}:${name}`);
    }
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return { file: module.file, name: own, links, words };
}
