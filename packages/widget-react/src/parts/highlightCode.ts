import hljs from 'highlight.js/lib/core';
import type { LanguageFn } from 'highlight.js';

/** The six kinds of tokens, each with its own colour. */
export type CodeTokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'field';

/** A span of code; plain without `kind`. */
export interface CodeToken {
  readonly kind?: CodeTokenKind;
  readonly text: string;
}

/** Maximum length of highlighted code, in characters; highlighting longer code would block the page. */
export const MAX_HIGHLIGHT_LENGTH = 20_000;

type Load = () => Promise<{ readonly default: LanguageFn }>;

/** Each language is a separate file, loaded with its first code block. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const ALIASES: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  hpp: 'cpp',
  'c++': 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  patch: 'diff',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  node: 'javascript',
  jsonc: 'json',
  json5: 'json',
  jsonl: 'json',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  postgresql: 'sql',
  mysql: 'sql',
  sqlite: 'sql',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  html: 'xml',
  svg: 'xml',
  vue: 'xml',
  xhtml: 'xml',
  yml: 'yaml',
};

/** Languages embedded in another one. */
const INSIDE: Readonly<Record<string, readonly string[]>> = { xml: ['css', 'javascript'], php: ['xml'] };

/**
 * Splits code into coloured spans, in order.
 *
 * @param language - the word after the fence, in lower case
 * @returns undefined if the language is unknown, the code too long, or it cannot be parsed; the code is then plain
 */
export async function highlightCode(text: string, language: string): Promise<readonly CodeToken[] | undefined> {
  const name = ownValue(ALIASES, language) ?? language;
  if (text.length > MAX_HIGHLIGHT_LENGTH || !ownValue(LANGUAGES, name)) return undefined;
  try {
    await Promise.all([name, ...(ownValue(INSIDE, name) ?? [])].map(register));
    // Use the result's tree instead of its HTML, so that nothing is parsed as markup.
    const { _emitter: emitter } = hljs.highlight(text, { language: name, ignoreIllegals: true });
    return 'rootNode' in emitter ? toTokens(emitter.rootNode as TreeNode) : undefined;
  } catch {
    return undefined;
  }
}

async function register(name: string): Promise<void> {
  const load = ownValue(LANGUAGES, name);
  if (load && !hljs.getLanguage(name)) hljs.registerLanguage(name, (await load()).default);
}

/** highlight.js's tree: scopes around texts. */
interface TreeNode {
  readonly scope?: string;
  readonly children: readonly (TreeNode | string)[];
}

const KINDS: Readonly<Record<string, CodeTokenKind>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  tag: 'keyword',
  operator: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  addition: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  title: 'name',
  section: 'name',
  type: 'name',
  built_in: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  'selector-pseudo': 'name',
  attr: 'field',
  attribute: 'field',
  variable: 'field',
  property: 'field',
  'template-variable': 'field',
  'selector-attr': 'field',
  deletion: 'field',
};

function toTokens(root: TreeNode): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  const walk = (node: TreeNode, around: CodeTokenKind | undefined): void => {
    const kind =
      (node.scope === undefined ? undefined : ownValue(KINDS, node.scope.split('.')[0] ?? '')) ??
      (node.scope === 'subst' ? undefined : around);
    for (const child of node.children) {
      if (typeof child !== 'string') walk(child, kind);
      else if (child !== '') tokens.push(kind === undefined ? { text: child } : { kind, text: child });
    }
  };
  walk(root, undefined);
  return tokens;
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
