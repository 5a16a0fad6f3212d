// The custom-elements manifest of <sotto-chat>: attributes from their table, members and events from the public types,
// style hooks from the style sheets.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The manifest as an object (schema 2.1.0 of custom-elements-manifest). */
export async function createManifest() {
  const {
    module: { ATTRIBUTES },
  } = await runnerImport(here('./src/manifest/attributeTable.ts'), { configFile: false, logLevel: 'error' });
  const source = ts.createSourceFile(
    'types.ts',
    readFileSync(here('./src/types.ts'), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const element = interfaceNamed(source, 'SottoChatElement');
  const module = 'dist/element.js';
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: module,
        declarations: [
          {
            kind: 'class',
            customElement: true,
            name: 'SottoChatElement',
            tagName: 'sotto-chat',
            description: 'A chat widget. Floating layouts bring a launcher; inline layouts fill the element.',
            superclass: { name: 'HTMLElement' },
            attributes: ATTRIBUTES.map(describeAttribute),
            members: element.members.map((member) => describeMember(member)),
            events: interfaceNamed(source, 'WidgetEvents').members.map((member) => ({
              name: member.name.getText(),
              type: { text: `CustomEvent<WidgetEvents['${member.name.getText()}']>` },
            })),
            ...styleHooks(),
          },
        ],
        exports: [
          { kind: 'custom-element-definition', name: 'sotto-chat', declaration: { name: 'SottoChatElement', module } },
        ],
      },
    ],
  };
}

function describeAttribute({ name, setting, kind, description, fallback }) {
  const words = Array.isArray(kind) ? kind.map((word) => `'${word}'`).join(' | ') : undefined;
  return {
    name,
    type: { text: words ?? { text: 'string', flag: 'boolean', number: 'number', json: 'string' }[kind] },
    description,
    ...(fallback !== undefined && { default: fallback }),
    fieldName: `config.${setting}`,
  };
}

function describeMember(member) {
  const name = member.name.getText();
  const description =
    ts
      .getJSDocCommentsAndTags(member)
      .map(({ comment }) => comment)
      .filter(Boolean)
      .join(' ') || trailingComment(member);
  const described = description ? { description } : {};
  if (!ts.isMethodSignature(member))
    return {
      kind: 'field',
      name,
      type: { text: member.type.getText() },
      ...described,
      ...(member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) && { readonly: true }),
    };
  const parameters = member.parameters.map((parameter) => ({
    name: parameter.name.getText(),
    type: { text: parameter.type.getText() },
    ...(parameter.questionToken && { optional: true }),
  }));
  return { kind: 'method', name, parameters, return: { type: { text: member.type.getText() } }, ...described };
}

function trailingComment(node) {
  const text = node.getSourceFile().text;
  const [range] = ts.getTrailingCommentRanges(text, node.end) ?? [];
  return range && text.slice(range.pos, range.end).replace(/^\/\/\s*/, '');
}

function interfaceNamed(source, name) {
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (!found) throw new Error(`types.ts has no interface ${name}`);
  return found;
}

/** Parts and custom properties, as far as the sources of the loader use them. */
function styleHooks() {
  const texts = ['./src/', './src/element/', './src/panel/'].flatMap((folder) =>
    readdirSync(here(folder))
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(here(folder + file), 'utf8')),
  );
  const all = texts.join('\n');
  const names = (pattern) => [...new Set([...all.matchAll(pattern)].map(([, name]) => name))].sort();
  return {
    cssParts: names(/(?:'part', ?'|part: ')([a-z]+)'/g).map((name) => ({ name })),
    cssProperties: names(/var\((--sotto-[a-z-]+)/g).map((name) => ({ name })),
  };
}
