import { describe, expect, it } from 'vitest';
import { highlightCode, MAX_HIGHLIGHT_LENGTH } from './highlightCode';

const joined = (tokens: readonly { readonly text: string }[] | undefined) => tokens?.map(({ text }) => text).join('');

describe('W-16 colours of code', () => {
  it('tells the kinds of words apart and loses no character', async () => {
    const code = "const name = 'Ada'; // 1st\nreturn 42;";
    const tokens = await highlightCode(code, 'js');
    expect(joined(tokens)).toBe(code);
    expect(tokens).toContainEqual({ kind: 'keyword', text: 'const' });
    expect(tokens).toContainEqual({ kind: 'string', text: "'Ada'" });
    expect(tokens).toContainEqual({ kind: 'comment', text: '// 1st' });
    expect(tokens).toContainEqual({ kind: 'number', text: '42' });
  });

  it('shows markup as the characters it is made of', async () => {
    const code = '<img src=x onerror="alert(1)">&lt;';
    const tokens = await highlightCode(code, 'html');
    expect(joined(tokens)).toBe(code);
  });

  it.each(['sh', 'c', 'c#', 'css', 'diff', 'go', 'java', 'json', 'php', 'py', 'rb', 'rs', 'sql', 'tsx', 'html', 'yml'])(
    'knows %s',
    async (language) => {
      expect(await highlightCode('a: 1', language)).toBeDefined();
    },
  );

  it('reads styles inside a page', async () => {
    const tokens = await highlightCode('<style>a { color: red }</style>', 'html');
    expect(tokens).toContainEqual({ kind: 'field', text: 'color' });
  });

  it('leaves unknown languages, names of prototypes and long code as they are', async () => {
    expect(await highlightCode('x', 'klingon')).toBeUndefined();
    expect(await highlightCode('x', 'constructor')).toBeUndefined();
    expect(await highlightCode('x'.repeat(MAX_HIGHLIGHT_LENGTH + 1), 'js')).toBeUndefined();
  });
});
