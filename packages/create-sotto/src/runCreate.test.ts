import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyTemplates, listFiles } from './copyTemplates';
import { runCreate } from './runCreate';
import { TEMPLATES } from './templates';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));
let base: string;
let templates: string;
let cwd: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'create-sotto-'));
  templates = join(base, 'templates');
  copyTemplates(EXAMPLES, templates);
});
beforeEach(() => {
  cwd = mkdtempSync(join(base, 'empty-'));
});
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

interface Outcome {
  code: number;
  out: string;
  complaint: string;
}

async function run(words: readonly string[], answers?: string[], userAgent?: string): Promise<Outcome> {
  const said = { out: '', complaint: '' };
  const code = await runCreate(words, {
    cwd,
    templates,
    userAgent,
    ask: answers && (async () => answers.shift() ?? ''),
    out: (text) => {
      said.out += text;
    },
    complain: (text) => {
      said.complaint += `${text}\n`;
    },
  });
  return { code, ...said };
}

const read = (...path: string[]): string => readFileSync(join(cwd, ...path), 'utf8');

describe('npm create sotto', () => {
  it.each(TEMPLATES.map(({ name }) => name))('%s: an app that names nothing of the repository', async (template) => {
    const { code, complaint } = await run(['my-app', '--template', template]);
    expect([code, complaint]).toEqual([0, '']);
    const folder = join(cwd, 'my-app');
    const files = listFiles(folder);
    expect(files).toContain(TEMPLATES.find(({ name }) => name === template)?.firstFile);
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    expect(text).not.toMatch(/chat\.example\.com|@sotto\/source|docs: |\/docs$|workspace:|pnpm-workspace|example-/m);
    expect(read('my-app', '.gitignore').split('\n')).toEqual(expect.arrayContaining(['node_modules/', 'settings.env']));
    for (const file of files.filter((name) => name.endsWith('.json')))
      expect(() => void JSON.parse(readFileSync(join(folder, file), 'utf8'))).not.toThrow();
  });

  it('takes the versions that the examples of the release ask for, and its own name', async () => {
    await run(['my-app', '-t', 'react']);
    const made = JSON.parse(read('my-app', 'package.json')) as Record<string, unknown>;
    const example = JSON.parse(readFileSync(join(EXAMPLES, 'react', 'package.json'), 'utf8')) as object;
    expect(made).toEqual({ ...example, name: 'my-app' });
  });

  it('says what to do next, for the package manager that runs it', async () => {
    const plain = await run(['one', '-t', 'vue']);
    expect(plain.out).toMatch(/ {2}cd one\n {2}npm install\n {2}npm run dev\n[^]* {2}npx @sotto\/server\n/);
    const other = await run(['two', '-t', 'vue'], undefined, 'pnpm/10.1.0 npm/? node/v20.19.0 linux x64');
    expect(other.out).toMatch(/ {2}cd two\n {2}pnpm install\n {2}pnpm run dev\n[^]* {2}pnpm dlx @sotto\/server\n/);
    const yarn = await run(['five', '-t', 'page'], undefined, 'yarn/4.0.0 npm/? node/v20.19.0 linux x64');
    expect(yarn.out).toContain('  yarn dlx vite\n');
    expect((await run(['three', '-t', 'page'])).out).toContain('  cd three\n  npx vite\n');
    const server = await run(['four', '-t', 'server']);
    expect(server.out).toMatch(/npm run start\n[^]*\/demo/);
    expect(server.out).not.toContain('npx @sotto/server');
  });

  it('writes the address of a server and the id of a widget', async () => {
    const { out } = await run(['a', '-t', 'page', '--server', 'https://help.example.org/chat/', '--widget', 'w_1']);
    expect(read('a', 'index.html')).toContain(
      '<script async src="https://help.example.org/chat/integrations/widget/v2.js" data-widget="w_1"></script>',
    );
    expect(out).toContain('https://help.example.org/chat');
    expect(out).not.toContain('npx @sotto/server');
    await run(['b', '-t', 'angular']);
    expect(read('b', 'src', 'app.component.ts')).toContain('base="http://localhost:3000" widget="demo"');
  });

  it('asks for what is missing, and again after an answer that will not do', async () => {
    const { code, complaint } = await run([], ['My App', 'my-app', 'solid', '4']);
    expect(code).toBe(0);
    expect(complaint).toContain('"My App" cannot be the name of an app');
    expect(complaint).toContain('There is no template "solid"');
    expect(existsSync(join(cwd, 'my-app', 'src', 'App.vue'))).toBe(true);
    await run([], ['', '']);
    expect(readdirSync(join(cwd, 'my-chat'))).toEqual(['.gitignore', 'index.html']);
  });

  it('asks nothing where nobody can answer', async () => {
    const { code, complaint } = await run(['my-app']);
    expect(code).toBe(2);
    expect(complaint).toContain('--template');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('leaves a folder alone that is not empty', async () => {
    mkdirSync(join(cwd, 'full'));
    writeFileSync(join(cwd, 'full', 'notes.txt'), 'mine');
    writeFileSync(join(cwd, 'file'), '');
    expect(await run(['full', '-t', 'page'])).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('notes.txt'),
    });
    expect(await run(['file', '-t', 'page'])).toMatchObject({ code: 2, complaint: expect.stringContaining('a file') });
    expect(await run(['.', '-t', 'page'])).toMatchObject({ code: 2 });
    expect(readdirSync(join(cwd, 'full'))).toEqual(['notes.txt']);
  });

  it('fills the folder one is in, when it holds nothing but a repository', async () => {
    cwd = join(cwd, 'Shop');
    mkdirSync(join(cwd, '.git'), { recursive: true });
    const { code, out } = await run(['.', '-t', 'vue']);
    expect(code).toBe(0);
    expect(out).not.toContain('cd ');
    expect(JSON.parse(read('package.json'))).toMatchObject({ name: 'shop' });
  });

  it.each([
    [['../up', '-t', 'page'], '"../up" cannot be the name'],
    [['node_modules', '-t', 'page'], 'cannot be the name'],
    [['.hidden', '-t', 'page'], 'cannot be the name'],
    [['a'.repeat(215), '-t', 'page'], 'cannot be the name'],
    [['a', 'b'], 'Unexpected "b"'],
    [['a', '--templat', 'page'], '--templat'],
    [['a', '-t', 'constructor'], 'There is no template "constructor"'],
    [['a', '-t', 'page', '--server', 'chat.example.org'], '--server needs an address'],
    [['a', '-t', 'page', '--server', 'https://x.org/?a="'], '--server needs an address'],
    [['a', '-t', 'page', '--server', 'https://me:secret@x.org'], '--server needs an address'],
    [['a', '-t', 'page', '--widget', '"><script>'], '--widget needs the id'],
  ])('%j is a mistake', async (words, message) => {
    expect(await run(words)).toMatchObject({ code: 2, out: '', complaint: expect.stringContaining(message) });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('has a help text with every template', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const { name } of TEMPLATES) expect(out).toContain(name);
  });
});
