import { ImportRefused } from './draft';

/** A word of a command. Variables of the shell are `\0NAME\0`, so that no text can be taken for one. */
export const VARIABLE = /\0([A-Za-z_]\w*)\0/g;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

/**
 * Splits a command into its words, as Bash does, or cmd.exe for what browsers copy for it. Nothing is executed.
 *
 * @throws ImportRefused for what only a shell can do
 */
export function splitWords(command: string): string[] {
  const text = command.replaceAll('\r\n', '\n').replaceAll('\0', '');
  const isCmd = /\^(?:"|\n)/.test(text);
  const reader = new WordReader(
    isCmd ? text.replaceAll(/\^([^])/g, (_, next: string) => (next === '\n' ? ' ' : next)) : text,
    isCmd,
  );
  return reader.read();
}

class WordReader {
  readonly #text: string;
  #at = 0;
  /** The word so far; undefined between words. */
  #word: string | undefined;
  readonly #words: string[] = [];

  /** cmd.exe has other variables, and no commands within commands. */
  readonly #isCmd: boolean;

  constructor(text: string, isCmd: boolean) {
    this.#text = text;
    this.#isCmd = isCmd;
  }

  read(): string[] {
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      if (this.#endsCommand(char)) break;
      this.#at += 1;
      if (char === "'") this.#single();
      else if (char === '"') this.#double();
      else if (char === '\\') this.#escaped();
      else if (/\s/.test(char)) this.#end();
      else if (char === '$' && !this.#isCmd) this.#dollar(false);
      else if (char === '`' && !this.#isCmd) this.#backtick();
      else if (char === '<') this.#input();
      else this.#add(char);
    }
    this.#end();
    if (/(?:^|[\n;&])\s*curl\s/.test(this.#text.slice(this.#at)))
      throw new ImportRefused('These are several commands: paste one at a time');
    return this.#words;
  }

  /** Whether the next character ends the command; within a word, `&` and `;` are part of an address without quotes. */
  #endsCommand(char: string): boolean {
    if (char === '|' || char === '>' || (char === '#' && this.#word === undefined)) return true;
    if (char === '\n') return this.#word === undefined && this.#words.length > 0 && !this.#continues();
    if (char !== '&' && char !== ';') return false;
    return this.#word === undefined || !/^[\w%.~-]/.test(this.#text.slice(this.#at + 1, this.#at + 2));
  }

  /** Lines are often pasted without their backslashes: an option or an address continues the command. */
  #continues(): boolean {
    return /^\s*(?:$|['"-]|https?:)/i.test(this.#text.slice(this.#at, this.#at + 200));
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #end(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #single(): void {
    const end = this.#text.indexOf("'", this.#at);
    if (end < 0) throw new ImportRefused('A quote is not closed: copy the whole command');
    this.#add(this.#text.slice(this.#at, end));
    this.#at = end + 1;
  }

  #double(): void {
    this.#add('');
    for (;;) {
      const char = this.#text[this.#at];
      this.#at += 1;
      if (char === undefined) throw new ImportRefused('A quote is not closed: copy the whole command');
      if (char === '"') return;
      if (char === '\\') {
        const next = this.#text[this.#at] ?? '';
        this.#at += 1;
        if (next !== '\n') this.#add(/["\\$`]/.test(next) ? next : `\\${next}`);
      } else if (this.#isCmd) this.#add(char);
      else if (char === '$') this.#dollar(true);
      else if (char === '`')
        throw new ImportRefused('Commands within the command (`…`) cannot be run here: put in what they print');
      else this.#add(char);
    }
  }

  #escaped(): void {
    const next = this.#text[this.#at] ?? '';
    this.#at += 1;
    // Spaces after the backslash of a line are a frequent mistake of copying.
    const [spaces] = /^[ \t]*\n/.exec(this.#text.slice(this.#at - 1, this.#at + 99)) ?? [];
    if (next === '\n') this.#end();
    else if (spaces !== undefined) {
      this.#at += spaces.length - 1;
      this.#end();
    } else this.#add(next);
  }

  #dollar(isQuoted: boolean): void {
    const rest = this.#text.slice(this.#at, this.#at + 120);
    if (rest.startsWith('('))
      throw new ImportRefused('Commands within the command, $(…), cannot be run here: put in what they print');
    if (rest.startsWith("'") && !isQuoted) {
      this.#at += 1;
      this.#ansi();
      return;
    }
    const [whole, braced, plain] = /^(?:\{([A-Za-z_]\w{0,80})\}|([A-Za-z_]\w{0,80}))/.exec(rest) ?? [];
    if (whole === undefined) {
      this.#add('$');
      return;
    }
    this.#at += whole.length;
    this.#add(`\0${braced ?? plain ?? ''}\0`);
  }

  /** `$'…'`, which Chrome writes for texts with quotes and line breaks. */
  #ansi(): void {
    this.#add('');
    for (;;) {
      const char = this.#text[this.#at];
      this.#at += 1;
      if (char === undefined) throw new ImportRefused('A quote is not closed: copy the whole command');
      if (char === "'") return;
      if (char !== '\\') {
        this.#add(char);
        continue;
      }
      const [whole = '', code] =
        /^(?:x([0-9a-f]{1,2})|u[0-9a-f]{1,4}|U[0-9a-f]{1,8}|[0-7]{1,3}|[^])/i.exec(
          this.#text.slice(this.#at, this.#at + 9),
        ) ?? [];
      this.#at += whole.length;
      const number =
        code !== undefined
          ? parseInt(code, 16)
          : /^u./i.test(whole)
            ? parseInt(whole.slice(1), 16)
            : /^[0-7]/.test(whole)
              ? parseInt(whole, 8)
              : undefined;
      if (number === undefined) this.#add(ESCAPES[whole] ?? whole);
      else if (number > 0 && number <= 0x10_ff_ff) this.#add(String.fromCodePoint(number));
    }
  }

  #backtick(): void {
    // PowerShell continues lines with it.
    if (!/^[ \t]*\n/.test(this.#text.slice(this.#at, this.#at + 99)))
      throw new ImportRefused('Commands within the command (`…`) cannot be run here: put in what they print');
    this.#end();
  }

  #input(): void {
    const rest = this.#text.slice(this.#at, this.#at + 99);
    if (rest.startsWith('<')) throw new ImportRefused('Text after << cannot be imported: put it into quotes, after -d');
    // Documentation writes values to put in as <name>.
    if (!/^[^<>\s][^<>\n]*>/.test(rest))
      throw new ImportRefused('Files cannot be imported: put their content into quotes, after -d');
    const [name = ''] = /^[^>]*>/.exec(rest) ?? [];
    this.#at += name.length;
    this.#add(`<${name}`);
  }
}
