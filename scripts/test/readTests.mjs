// Reads test files without running them: which tests there are, under which titles, and whether each can fail.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { listFiles, root } from '../machine/workspace.mjs';

const isTestFile = (file) => /\.(test|test-d|spec)\.(ts|tsx|mjs)$/.test(file) || /^e2e\/specs\//.test(file);
const isSkippedFolder = (name) => ['node_modules', 'dist', 'output', '.git'].includes(name);

/** Calls that fail the test they are made in. A browser's driver throws when what is waited for does not come. */
const ASSERTIONS = /^(?:expect\w*|assert\w*|waitFor\w*)$/;
/**
 * How tests are declared; `exceptInFirefox('why')('title', …)` and `it.each([…])('title', …)` are recognised by their
 * form.
 */
const TEST = /^(?:it|test|situation)$/;
const GROUP = /^describe$/;
const MODIFIER = /^(?:each|for|skip|skipIf|runIf|only|todo|concurrent|sequential|fails)$/;

/**
 * The tests of a file, in order.
 *
 * @param asserting - names of functions of other files that assert
 * @returns `{ titles, hasAssertion }` each: the titles of its groups and its own, outermost first
 */
export function readTestFile(source, file = 'a.test.ts', asserting = new Set()) {
  const tree = parse(source, file);
  const known = new Set([...asserting, ...assertingNames(tree, asserting)]);
  const tests = [];
  visit(tree, []);
  return tests;

  function visit(node, titles) {
    const call = readDeclaration(node);
    if (!call) return ts.forEachChild(node, (child) => visit(child, titles));
    const path = [...titles, call.title];
    if (call.isGroup) ts.forEachChild(node, (child) => visit(child, path));
    else
      tests.push({
        titles: path,
        hasAssertion: !call.isLeftOut && call.body !== undefined && mentions(call.body, known),
      });
  }
}

/** Every test of these folders: `{ file, titles, hasAssertion }`. */
export function readAllTests(folders = ['packages', 'e2e']) {
  const files = folders
    .flatMap((folder) => listFiles(path.join(root, folder), isSkippedFolder).map((file) => `${folder}/${file}`))
    .filter(isTestFile);
  const cache = new Map();
  return files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return readTestFile(source, file, importedNames(path.join(root, file), cache)).map((test) => ({ file, ...test }));
  });
}

function parse(source, file) {
  return ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}

/** A group or a test, when a node declares one. */
function readDeclaration(node) {
  if (!ts.isCallExpression(node)) return undefined;
  const [title, ...rest] = node.arguments;
  if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return undefined;
  const words = calleeWords(node.expression);
  const body = rest.find((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each));
  const isDeclared = (name) => name.test(words[0] ?? '') && words.slice(1).every((word) => MODIFIER.test(word));
  const isGroup = isDeclared(GROUP);
  const isTest = isDeclared(TEST) || (ts.isCallExpression(node.expression) && body !== undefined && !isGroup);
  if (!isGroup && !isTest) return undefined;
  const isLeftOut = words.some((word) => word === 'skip' || word === 'todo');
  return { title: ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1), body, isGroup, isLeftOut };
}

/** `it.each([…])` as `it`, `each`. */
function calleeWords(expression) {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isPropertyAccessExpression(expression)) return [...calleeWords(expression.expression), expression.name.text];
  if (ts.isCallExpression(expression)) return calleeWords(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return calleeWords(expression.tag);
  return [];
}

/** Whether something in here is called that asserts. */
function mentions(node, known) {
  if (
    ts.isCallExpression(node) &&
    calleeWords(node.expression).some((word) => ASSERTIONS.test(word) || known.has(word))
  )
    return true;
  // Handed on to be called: `lines.forEach(checkLine)`.
  if (ts.isIdentifier(node) && known.has(node.text)) return true;
  return ts.forEachChild(node, (child) => mentions(child, known) || undefined) ?? false;
}

/** Names of a file's functions and methods that assert, by themselves or through each other. */
function assertingNames(tree, asserting) {
  const functions = [];
  const collect = (node) => {
    const isFunction = (value) => value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name)
      functions.push([node.name.getText(), node]);
    if ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && isFunction(node.initializer))
      functions.push([node.name.getText(), node.initializer]);
    ts.forEachChild(node, collect);
  };
  collect(tree);
  const found = new Set();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [name, body] of functions)
      if (!found.has(name) && mentions(body, new Set([...asserting, ...found]))) found.add(name);
  }
  return found;
}

/**
 * Names of functions that assert in the files which a file imports by a relative path, and in those that they import.
 */
function importedNames(file, cache) {
  const known = cache.get(file);
  if (known) return known;
  const names = new Set();
  cache.set(file, names);
  const source = readFileSync(file, 'utf8');
  for (const [, specifier] of source.matchAll(/\bfrom '(\.[^']+)'/g)) {
    const imported = ['', '.ts', '.tsx', '/index.ts']
      .map((ending) => path.resolve(path.dirname(file), specifier) + ending)
      .find((each) => /\.(ts|tsx|mjs)$/.test(each) && existsSync(each));
    // The product asserts nothing.
    if (!imported || /\/packages\/[^/]+\/src\/(?!.*(?:testing\/|\.test\.|testPage|[cC]ontract))/.test(imported))
      continue;
    const inner = importedNames(imported, cache);
    for (const name of [...inner, ...assertingNames(parse(readFileSync(imported, 'utf8'), imported), inner)])
      names.add(name);
  }
  return names;
}
