import { Composer, isScalar, Lexer, LineCounter, Parser, visit, type CST, type Document } from 'yaml';

/** Deepest nesting. The library reads it by recursion, and where that ends for want of stack, V8 may end the process. */
const DEPTH_MAX = 100;
/** Most tags, anchors and directives: files of people have hardly any, and each may be a fault of its own. */
const PROPERTIES_MAX = 1_000;
/** Aliases that a text may use: one of a few lines must not become gigabytes. */
const ALIASES_MAX = 50;

/** Why a text cannot be read, in a sentence. */
export class YamlFault extends Error {}

/**
 * Reads YAML 1.2 (core schema), and JSON as its subset, in a time that is linear in its length.
 *
 * @throws YamlFault
 */
export function readYaml(text: string): unknown {
  const lines = new LineCounter();
  const faultAt = (message: string, at: number): YamlFault => {
    const { line, col } = lines.linePos(at);
    return new YamlFault(`${message} at line ${String(line)}, column ${String(col)}`);
  };
  const document = compose(text, lines, faultAt);
  const [fault] = document.errors;
  if (fault) throw faultAt(fault.message, fault.pos[0]);
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) throw faultAt('Map keys must be unique', key.range?.[0] ?? 0);
        keys.add(key.value);
      }
    },
  });
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (error) {
    throw new YamlFault(error instanceof Error ? error.message : '');
  }
}

function compose(text: string, lines: LineCounter, faultAt: (message: string, at: number) => YamlFault): Document {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let properties = 0;
  /** Signs of lists and keys in this line. Where they are no nesting, each is a fault of its own. */
  let signs = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    signs = /^[\r\n]/.test(lexeme) ? 0 : signs + Number(lexeme === '-' || lexeme === '?');
    if (parser.stack.length > DEPTH_MAX || signs > DEPTH_MAX) throw faultAt('It is nested too deeply', parser.offset);
    if (/^[!&%]/.test(lexeme)) properties += 1;
    if (properties > PROPERTIES_MAX) throw faultAt('It has too many tags, anchors and directives', parser.offset);
  }
  tokens.push(...parser.end());
  // Keys are compared afterwards: the library compares each with each.
  const options = { schema: 'core', merge: false, uniqueKeys: false, logLevel: 'error' } as const;
  const [document, another] = new Composer(options).compose(tokens, true, text.length);
  if (!document) throw new YamlFault('It is empty');
  if (another) throw faultAt('Source contains multiple documents', another.range[0]);
  return document;
}
