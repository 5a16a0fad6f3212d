import type { Plugin } from 'vite';

/**
 * Takes from marked what reads text and leaves what writes HTML, and rules that nothing here uses: of its pedantic mode,
 * of blocks of HTML, and those that GitHub's markdown or `markdownRules.ts` replace. 3.9 KiB in all. The library makes
 * them while it is loaded, so that no bundler can leave them out.
 */
export function leaveOutOfMarked(): Plugin {
  return {
    name: 'leave-out-of-marked',
    transform(code, id) {
      return /\/marked\.esm\.js$/.test(id) ? { code: leaveOutRules(leaveOutHtml(code)), map: null } : undefined;
    },
  };
}

function leaveOutHtml(code: string): string {
  const calls = /\bvar (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\(.*?(?=export\{)/s;
  const [, lexer = '', tokenizer = ''] = find(code, /(\w+) as Lexer\b.*?(\w+) as Tokenizer\b/s);
  return without(code, calls).replace(/export\{.*?\};?/s, `export{${lexer} as Lexer,${tokenizer} as Tokenizer};`);
}

function leaveOutRules(given: string): string {
  let code = given.replaceAll('this.options.pedantic', '!1');
  const [pedanticBlock, block = ''] = find(
    code,
    /,(\w+)=\{\.\.\.\w+,html:\w+\(`.*?\.getRegex\(\)\}(?=,\w+=\/\^\\\\\()/s,
  );
  code = code.replace(pedanticBlock, '').replace(`,pedantic:${block}}`, '}');
  const [, inline = ''] = find(code, /,pedantic:(\w+)\};var/);
  const [pedanticInline] = find(code, new RegExp(`,${inline}=\\{\\.\\.\\..*?reflink:.*?\\.getRegex\\(\\)\\}`, 's'));
  code = code.replace(pedanticInline, '').replace(`,pedantic:${inline}}`, '}');
  code = code.replace(/\.block=\w+\.pedantic/, '.block=0').replace(/\.inline=\w+\.pedantic/, '.inline=0');
  for (const [, name = ''] of pedanticInline.matchAll(/emStrong\w+:(\w+)/g)) code = withoutRule(code, name);
  // The first that is found is that of the original markdown; in `inline`, GitHub's comes second.
  for (const field of [
    'html',
    'lheading',
    'emStrongLDelim',
    'emStrongRDelimAst',
    'punctuation',
    'emStrongLDelim',
    'delLDelim',
    'delLDelim',
  ]) {
    const [pair, name = ''] = find(code, new RegExp(`\\b${field}:(\\w+),`));
    code = code.replace(pair, '');
    // A name that stands for no rule may be that of others.
    if (new RegExp(`,${name}=\\w+\\(`).test(code)) code = withoutRule(code, name);
  }
  return code;
}

/** Without the declaration of a rule, which is a chain of calls that `getRegex()` ends. */
function withoutRule(code: string, name: string): string {
  return without(code, new RegExp(`,${name}=\\w+\\((?:(?!\\.getRegex\\(\\)).)*\\.getRegex\\(\\)(?=,)`, 's'));
}

function without(code: string, pattern: RegExp): string {
  return code.replace(find(code, pattern)[0], '');
}

function find(code: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(code);
  if (!found) throw new Error(`marked is not built as it was: see leanMarked.ts, ${String(pattern)}`);
  return found;
}
