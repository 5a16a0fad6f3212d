import { describe, expect, it } from 'vitest';
import { runCommand } from './runCommand';

const BASE = ['csp', '--base', 'https://chat.example.com'];

function run(...words: string[]): { code: number; out: string; complaint: string } {
  const output = { out: '', complaint: '' };
  const code = runCommand(words, {
    out: (text) => {
      output.out += text;
    },
    complain: (text) => {
      output.complaint += text;
    },
  });
  return { code, ...output };
}

describe('A504 the csp command', () => {
  it('prints a header', () => {
    expect(run(...BASE)).toEqual({
      code: 0,
      complaint: '',
      out: 'Content-Security-Policy: script-src https://chat.example.com; frame-src https://chat.example.com',
    });
  });

  it('needs the origin only, however the server is addressed', () => {
    for (const base of [
      'https://chat.example.com/',
      'https://chat.example.com/integrations/widget/v2.js',
      'HTTPS://Chat.Example.com/a/b',
    ]) {
      expect(run('csp', `--base=${base}`).out).toBe(run(...BASE).out);
    }
  });

  it('adds what voice and pictures need', () => {
    const { out } = run(
      ...BASE,
      '--voice',
      '--images',
      'https://cdn.example.com/icon.png,https://cdn.example.com',
      '--images=https://img.example.com',
    );
    expect(out.split('\n')).toEqual([
      'Content-Security-Policy: script-src https://chat.example.com; frame-src https://chat.example.com; ' +
        'img-src https://cdn.example.com https://img.example.com',
      'Permissions-Policy: microphone=(self "https://chat.example.com"), autoplay=(self "https://chat.example.com")',
    ]);
  });

  it('prints what servers and tools read', () => {
    expect(run(...BASE, '--format', 'meta').out).toBe(
      '<meta http-equiv="Content-Security-Policy" content="script-src https://chat.example.com; frame-src https://chat.example.com">',
    );
    expect(run(...BASE, '--format', 'nginx', '--voice').out.split('\n')).toEqual([
      'add_header Content-Security-Policy "script-src https://chat.example.com; frame-src https://chat.example.com" always;',
      `add_header Permissions-Policy 'microphone=(self "https://chat.example.com"), autoplay=(self "https://chat.example.com")' always;`,
    ]);
    expect(JSON.parse(run(...BASE, '--format', 'json', '--report-only').out)).toEqual({
      'Content-Security-Policy-Report-Only': 'script-src https://chat.example.com; frame-src https://chat.example.com',
    });
  });

  it.each([
    [['csp'], '--base is missing'],
    [['csp', '--base'], '--base needs a value'],
    [['csp', '--base', '--voice'], '--base needs a value'],
    [['csp', '--base', 'chat.example.com'], 'begins with https://'],
    [['csp', '--base', 'https://x; script-src *'], 'begins with https://'],
    [['csp', '--base', 'javascript:alert(1)'], 'begins with https://'],
    [['csp', '--base', 'https://me:secret@chat.example.com'], 'user name'],
    [[...BASE, '--images', 'cdn.example.com'], '--images needs an address'],
    [[...BASE, '--fromat', 'meta'], 'did you mean --format?'],
    [[...BASE, '--format', 'ngnix'], 'did you mean nginx?'],
    [[...BASE, '--voice=yes'], '--voice takes no value'],
    [[...BASE, '--format', 'meta', '--report-only'], 'browsers ignore'],
    [[...BASE, 'please'], 'Unexpected "please"'],
    [[], 'A command is missing'],
    [['cps'], 'did you mean csp?'],
    [['constructor'], 'There is no command'],
    [['csp', '--constructor'], 'There is no option'],
  ])('explains a mistake: %j', (words, sentence) => {
    const { code, out, complaint } = run(...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(complaint).toContain(sentence);
    expect(complaint).toContain('npx @sotto/loader csp --base');
  });

  it('helps', () => {
    expect(run('--help')).toMatchObject({ code: 0, complaint: '' });
    expect(run('csp', '--help').out).toContain('--report-only');
  });
});
