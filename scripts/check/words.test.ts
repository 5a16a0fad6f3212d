import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, root } from '../machine/workspace.mjs';

/** Verbs that stood for send, receive, notify, listen and connection. */
const VERBS = /(?<![\w-'"])(?:told|tells?|heard|hears?|says|talks?)(?![\w-'"(])/gi;

/** Names that had a meaning in this repository alone. */
const NAMES = [
  'startLife',
  'toLook',
  'drawLook',
  'tabTalk',
  'keptValues',
  'hostWishes',
  'openKeeper',
  'chooseExchange',
  'RunEars',
  'OwedEnds',
  'machineRoutes',
  'extraActions',
  'firstFill',
  'orAborted',
  'growingText',
];
const NAMES_PATTERN = new RegExp(`\\b(?:${NAMES.join('|')})\\b`, 'g');

/** Sources of a package, without its tests. */
function sourcesOf(name: string): string[] {
  const folder = path.join(root, 'packages', name, 'src');
  return listFiles(folder)
    .filter(
      (file: string) => /\.tsx?$/.test(file) && !/\.test(?:-d)?\.tsx?$|(?:^|\/)testing\/|(?:^|\/)words\//.test(file),
    )
    .map((file: string) => path.join(folder, file));
}

/** Sentences of pages that a native reader had to translate. */
const SENTENCES = [
  'may do with your things',
  'has proven',
  'go by its requests',
  'scripts; programs',
  'JavaScript; programs',
  'says nothing that can be read',
  'messages by day',
  'at most {show',
  'unlimited, by contact',
  'limits reached',
];
const SENTENCES_PATTERN = new RegExp(SENTENCES.join('|'), 'i');

function linesWith(words: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.match(words) ? [`${path.relative(root, file)}:${String(index + 1)} ${line}`] : [],
      ),
  );
}

/** Words of visitors and of the seed's skillsets, and a folder that is not swept yet. */
const EXCLUDED =
  /server\/src\/(?:hubSeed\/|telemetry\/|datasets\/stopWords\.ts|(?:lib\/personRequests|model\/guide\/guide(?:SmallTalk|Model))\.ts)/;

it.each(['loader', 'widget-core', 'widget-react', 'hub-api', 'hub-site', 'frame', 'server'])(
  'FC-5 %s sends, receives and listens',
  (name) => {
    const files = sourcesOf(name).filter((file) => !EXCLUDED.test(file));
    expect(files.length).toBeGreaterThan(5);
    expect(linesWith(VERBS, files)).toEqual([]);
  },
);

it('FC-5 no package has the names that only this repository used', () => {
  const files = [
    'loader',
    'widget-core',
    'widget-react',
    'hub-api',
    'hub-site',
    'server',
    'frame',
    'create-sotto',
  ].flatMap(sourcesOf);
  expect(files.length).toBeGreaterThan(500);
  expect(linesWith(NAMES_PATTERN, files)).toEqual([]);
});

it('no page has a sentence that a native reader has to translate', () => {
  const files = [...sourcesOf('hub-site'), ...sourcesOf('hub-api')];
  expect(files.length).toBeGreaterThan(200);
  expect(linesWith(SENTENCES_PATTERN, files)).toEqual([]);
});
