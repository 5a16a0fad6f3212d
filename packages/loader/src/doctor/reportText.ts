import type { Problem } from './pageProblems';
import type { LoggedMessage } from './protocolLog';
import type { SettingLine } from './settingsReport';

/** All findings of the doctor. */
export interface Report {
  readonly widget: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
  readonly settings: readonly SettingLine[];
  readonly messages: readonly LoggedMessage[];
}

/**
 * Formats the report as text for an issue or an email. Like the overlay it contains no message texts or personal
 * data.
 */
export function writeReport({ widget, versions, problems, settings, messages }: Report, browser: string): string {
  const section = (title: string, lines: readonly string[]): string =>
    [`## ${title}`, ...(lines.length > 0 ? lines : ['none'])].join('\n');
  return [
    `# Sotto report: ${widget}`,
    section('Versions', [
      ...Object.entries(versions).map(([name, version]) => `${name}: ${version}`),
      `browser: ${browser}`,
    ]),
    section(
      'Problems',
      problems.map(({ severity, title, detail, fix }) =>
        [`${severity}: ${title}`, detail, fix].filter(Boolean).join('\n  '),
      ),
    ),
    section(
      'Settings',
      settings
        .filter(({ source }) => source !== 'default')
        .map(({ name, value, source }) => `${name} = ${value} (${source})`),
    ),
    section(
      'Messages',
      messages.map(
        ({ atMs, direction, kind, name, content }) =>
          `${String(atMs)} ms ${direction}: ${kind} ${name} ${JSON.stringify(content)}`,
      ),
    ),
  ].join('\n\n');
}
