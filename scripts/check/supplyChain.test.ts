import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { besidePnpm, runProgram } from '../machine/programs.mjs';
import { addToRelease, sumFiles } from '../release/releaseFiles.mjs';
import { listFiles, readJson, readMembers, root } from '../machine/workspace.mjs';

const lock = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
const published = readMembers().filter(
  ({ folder, manifest }) => folder.startsWith('packages/') && manifest.private !== true,
);
const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0;

describe('A901 known weaknesses', () => {
  it('marked, which reads what strangers write, is 18.0.2 or newer (endless loop before that)', () => {
    const own =
      /^ {2}packages\/widget-core:\n[\s\S]*?\n {6}marked:\n {8}specifier: \S+\n {8}version: (\S+)/m.exec(lock)?.[1] ??
      '';
    expect(isAtLeast(own, '18.0.2')).toBe(true);
  });
});

describe('A902 A903 what is published', () => {
  it.each(published.map(({ folder, manifest }) => [folder, manifest] as const))(
    '%s runs nothing when it is installed, and holds only what it names',
    (_, manifest) => {
      for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
        expect(manifest.scripts?.[script]).toBeUndefined();
      expect(manifest.files?.length).toBeGreaterThan(0);
      expect(
        manifest.files?.filter(
          (name: string) => !/^(?:dist|README\.md|LICENSE|migrations|bin|seed|themes|\*\.(?:mjs|json|css))/.test(name),
        ),
      ).toEqual([]);
    },
  );

  it('brings no file of settings along', () => {
    const built = published.flatMap(({ folder }) =>
      listFiles(path.join(root, folder, 'dist')).map((file: string) => `${folder}/dist/${file}`),
    );
    expect(built.filter((file) => /(?:^|\/)(?:\.env|\.npmrc|id_rsa)|\.pem$/.test(file))).toEqual([]);
  });
});

describe('A904 what a workflow runs', () => {
  const folder = path.join(root, '.github', 'workflows');
  const used = readdirSync(folder).flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/^.*\buses: *(.*)$/gm)].map(
      ([, action]) => `${name}: ${action ?? ''}`,
    ),
  );

  it('is the commit of a release, not a tag that others can move', () => {
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((line) => !/^\S+: [\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it('is one commit of each action in all of them', () => {
    const actions = new Set(used.map((line) => line.replace(/^\S+: /, '')));
    expect(new Set([...actions].map((action) => action.split('@', 1)[0])).size).toBe(actions.size);
  });
});

describe('A904 a release', () => {
  it('is published with provenance, by a job that may sign for it', () => {
    const workflow = readFileSync(path.join(root, '.github', 'workflows', 'release.yml'), 'utf8');
    expect(workflow).toContain("NPM_CONFIG_PROVENANCE: 'true'");
    expect(workflow).toContain('id-token: write');
  });

  it('is published with the pinned pnpm, which changesets finds on its PATH without the workflow bringing one', () => {
    expect(readFileSync(path.join(root, '.github', 'workflows', 'release.yml'), 'utf8')).not.toMatch(/pnpm|corepack/);
    expect(readFileSync(path.join(root, 'scripts', 'release', 'publish.mjs'), 'utf8')).toContain(
      "besidePnpm('changeset', 'publish')",
    );
    const [program = '', ...args] = besidePnpm(
      'node',
      '-p',
      'require("node:child_process").execSync("pnpm --version", { encoding: "utf8" }).trim()',
    );
    expect(`pnpm@${runProgram(program, args, { cwd: root }).stdout.trim()}`).toBe(
      readJson('package.json').packageManager,
    );
  }, 60_000);
});

describe('A904 what is beside a release', () => {
  it('is a bill of materials and the digests of the packages, added once', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sotto-release-'));
    for (const [name, content] of [
      ['a.tgz', 'abc'],
      ['sotto.cdx.json', '{}'],
    ] as const)
      writeFileSync(path.join(folder, name), content);
    const sums = sumFiles(folder);
    expect(sums).toContain('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tgz\n');
    writeFileSync(path.join(folder, 'SHA256SUMS'), sums);
    const received = new Map<string, string>([['sotto.cdx.json', '{}']]);
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://localhost');
      if (request.headers.authorization !== 'Bearer t') response.writeHead(401).end();
      else if (url.pathname === '/repos/o/r/releases/tags/%40sotto%2Fserver%401.0.0')
        response.end(
          JSON.stringify({
            assets: [...received.keys()].map((name) => ({ name })),
            upload_url: `http://${request.headers.host ?? ''}/up{?name,label}`,
          }),
        );
      else
        void text(request).then((body) => {
          received.set(url.searchParams.get('name') ?? '', body);
          response.end('{}');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const api = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const release = { api, repository: 'o/r', token: 't', tag: '@sotto/server@1.0.0' };
    expect(await addToRelease(release, folder)).toEqual(['SHA256SUMS', 'a.tgz']);
    expect(Object.fromEntries(received)).toEqual({ 'sotto.cdx.json': '{}', SHA256SUMS: sums, 'a.tgz': 'abc' });
    expect(await addToRelease(release, folder)).toEqual([]);
    await expect(addToRelease({ ...release, token: 'x' }, folder)).rejects.toThrow('401');
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('is added by the workflow after a publication', () => {
    const workflow = readFileSync(path.join(root, '.github', 'workflows', 'release.yml'), 'utf8');
    expect(workflow).toMatch(/outputs\.published == 'true'\n\s+run: node scripts\/release\/releaseFiles\.mjs/);
  });
});

describe('A125 markup is cleaned in browsers only', () => {
  it('one package depends on a sanitiser, for drawings in the page: in Node it would prove nothing', () => {
    expect(
      published.flatMap(({ folder, manifest }) =>
        Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
          .filter((name) => /purify|sanitiz|sanitis|\bxss\b/i.test(name))
          .map((name) => `${folder}: ${name}`),
      ),
    ).toEqual(['packages/widget-react: dompurify']);
  });

  it.each([
    ['dompurify', 'parts/diagram/cleanSvg.ts'],
    ['@floating-ui/react', 'floating/position.ts'],
  ])('%s is imported by one file', (library, file) => {
    const folder = path.join(root, 'packages', 'widget-react', 'src');
    const importers = listFiles(folder).filter((name: string) =>
      readFileSync(path.join(folder, name), 'utf8').includes(`'${library}'`),
    );
    expect(importers).toEqual([file]);
  });

  it('and nothing of ours writes HTML into a page, but the site: rendered markdown, data for machines, and places of parts', () => {
    const writers = ['widget-core', 'widget-react', 'frame', 'loader', 'hub-site'].flatMap((name) => {
      const folder = path.join(root, 'packages', name, 'src');
      return listFiles(folder)
        .filter(
          (file: string) =>
            /\.tsx?$/.test(file) &&
            !/\.test\.tsx?$/.test(file) &&
            /\.innerHTML\s*=|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write\(|createContextualFragment|\beval\(|new Function\(/.test(
              readFileSync(path.join(folder, file), 'utf8'),
            ),
        )
        .map((file: string) => `${name}/${file}`);
    });
    expect(writers).toEqual([
      'hub-site/head/pageHead.tsx',
      'hub-site/site/Island.tsx',
      'hub-site/site/TrustedHtml.tsx',
    ]);
  });
});
