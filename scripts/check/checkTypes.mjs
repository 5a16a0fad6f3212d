// Type-checks every workspace member that has a tsconfig.json, and the root's own files: each file once, in the project
// that includes it. What a project imports from another package's sources is checked there, not again by each importer.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { memory, readMembers, root } from '../machine/workspace.mjs';

const projects = ['.', ...readMembers().map(({ folder }) => folder)].filter((folder) =>
  existsSync(path.join(root, folder, 'tsconfig.json')),
);
mkdirSync(path.join(memory, 'types'), { recursive: true });

/** What a source file is parsed and bound by: files of projects that agree in it are shared. */
const SHARED_BY = ['target', 'module', 'jsx', 'strict', 'isolatedModules', 'verbatimModuleSyntax', 'allowJs'];
const sources = new Map();
const formatHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

const failed = projects.filter((folder) => {
  const found = checkProject(folder);
  if (found.length > 0) console.log(ts.formatDiagnostics(found, formatHost));
  return found.length > 0;
});
console.log(failed.length > 0 ? `Type errors in ${failed.join(', ')}.` : `Types hold in ${projects.length} projects.`);
process.exit(failed.length > 0 || projects.length < 2 ? 1 : 0);

/** What is wrong in a project's own files. Incremental: a second run checks again only what a change reaches. */
function checkProject(folder) {
  const state = path.join(memory, 'types', `${folder.replaceAll(/[^a-z0-9]/gi, '-')}.tsbuildinfo`);
  const problems = [];
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, folder, 'tsconfig.json'),
    { noEmit: true, incremental: true, tsBuildInfoFile: state },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => problems.push(problem) },
  );
  if (!config) return problems;
  const host = createSharingHost(config.options);
  const program = ts.createIncrementalProgram({
    rootNames: config.fileNames,
    options: config.options,
    configFileParsingDiagnostics: config.errors,
    projectReferences: config.projectReferences,
    host,
    createProgram: ts.createSemanticDiagnosticsBuilderProgram,
  });
  const own = new Set(config.fileNames.map((name) => path.normalize(name)));
  const isForeign = (file) => !own.has(path.normalize(file.fileName));
  while (program.getSemanticDiagnosticsOfNextAffectedFile(undefined, isForeign));
  problems.push(
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program
      .getSourceFiles()
      .filter((file) => !isForeign(file))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  );
  program.emit();
  return ts.sortAndDeduplicateDiagnostics(problems);
}

function createSharingHost(options) {
  const host = ts.createIncrementalCompilerHost(options);
  const readSource = host.getSourceFile;
  const shared = SHARED_BY.map((name) => String(options[name])).join(' ');
  host.getSourceFile = (name, about, ...rest) => {
    const format = typeof about === 'object' ? about.impliedNodeFormat : undefined;
    const key = `${name}\n${shared}\n${format}`;
    if (!sources.has(key)) sources.set(key, readSource(name, about, ...rest));
    return sources.get(key);
  };
  return host;
}
