// `npm run format`: oxfmt over everything. With `--check`: whether it has been, and no line is longer than 160
// characters.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { needsShell } from '../machine/programs.mjs';
import { root, withTools } from '../machine/workspace.mjs';

/** oxfmt leaves strings and comments alone; longer than this, they are cut by hand. */
const LONGEST_LINE = 160;
const SOURCES = ['*.ts', '*.tsx', '*.mts', '*.js', '*.jsx', '*.mjs', '*.cjs', '*.css'];
/** Measured as they were published. */
const LEFT_ALONE = /^bench\/browser\/contenders\//;

const isCheck = process.argv.includes('--check');
const { status } = spawnSync('oxfmt', isCheck ? ['--check', '.'] : ['.'], {
  cwd: root,
  stdio: 'inherit',
  shell: needsShell,
  env: withTools(),
});
const long = findLongLines();
for (const line of long) console.log(`${line}: longer than ${LONGEST_LINE} characters`);
process.exit(status === 0 && long.length === 0 ? 0 : 1);

/** As `file:line`. */
function findLongLines() {
  const files = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...SOURCES], {
    cwd: root,
    encoding: 'utf8',
  });
  return files.stdout
    .split('\0')
    .filter((file) => file !== '' && !LEFT_ALONE.test(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > LONGEST_LINE ? [`${file}:${index + 1}`] : [])),
    );
}
