import type { Elements } from './elements';
import type { Problem } from './pageProblems';
import type { LoggedMessage } from './protocolLog';
import type { Report } from './reportText';
import type { SettingLine } from './settingsReport';

/** The four sections of the overlay and how a report fills them. Collapsed sections stay collapsed. */
export function createSections(
  elements: Elements,
  copy: (text: string) => void,
): { nodes: HTMLElement[]; fill: (report: Report) => void } {
  const { make } = elements;
  const problems = createSection(elements, 'Problems', true);
  const versions = createSection(elements, 'Versions', true);
  const settings = createSection(elements, 'Settings', false);
  const messages = createSection(elements, 'Messages', false);
  return {
    nodes: [problems, versions, settings, messages].map(({ node }) => node),
    fill(report) {
      const made = report.settings.filter(({ source }) => source !== 'default').length;
      const found = report.problems.map((problem) => drawProblem(elements, problem, copy));
      problems.fill(
        String(found.length),
        report.problems.some(({ severity }) => severity === 'error'),
        found.length > 0 ? make('ul', {}, ...found) : make('p', { class: 'good' }, 'None found.'),
      );
      versions.fill(
        '',
        false,
        make(
          'dl',
          {},
          ...Object.entries(report.versions).flatMap(([name, version]) => [
            make('dt', {}, name),
            make('dd', {}, version),
          ]),
        ),
      );
      settings.fill(`${String(made)} made`, false, drawSettings(elements, report.settings));
      messages.fill(
        String(report.messages.length),
        false,
        make(
          'ol',
          { class: 'messages' },
          ...[...report.messages].reverse().map((message) => drawMessage(elements, message)),
        ),
      );
    },
  };
}

function createSection(
  { make }: Elements,
  name: string,
  isOpen: boolean,
): { node: HTMLElement; fill: (count: string, isBad: boolean, content: Node) => void } {
  const count = make('span', { class: 'count' });
  const inside = make('div', { class: 'inside' });
  return {
    node: make('details', isOpen ? { open: '' } : {}, make('summary', {}, `${name} `, count), inside),
    fill(text, isBad, content) {
      count.textContent = text;
      count.classList.toggle('error', isBad);
      inside.replaceChildren(content);
    },
  };
}

function drawProblem(
  { make, button }: Elements,
  { severity, title, detail, fix }: Problem,
  copy: (text: string) => void,
): HTMLElement {
  return make(
    'li',
    { class: `problem ${severity}` },
    make('p', {}, `${severity === 'error' ? 'Error' : 'Warning'}: ${title}`),
    ...(detail === undefined ? [] : [make('p', { class: 'quiet' }, detail)]),
    ...(fix === undefined
      ? []
      : [
          make('pre', {}, fix),
          button('Copy line', () => {
            copy(fix);
          }),
        ]),
  );
}

function drawSettings({ make }: Elements, settings: readonly SettingLine[]): HTMLElement {
  return make(
    'table',
    {},
    make(
      'thead',
      {},
      make('tr', {}, ...['Setting', 'Value', 'From'].map((head) => make('th', { scope: 'col' }, head))),
    ),
    make(
      'tbody',
      {},
      ...settings.map(({ name, value, source }) =>
        make(
          'tr',
          source === 'default' ? { class: 'quiet' } : {},
          make('th', { scope: 'row' }, name),
          make('td', {}, value),
          make('td', {}, source),
        ),
      ),
    ),
  );
}

function drawMessage({ make }: Elements, { atMs, direction, kind, name, content }: LoggedMessage): HTMLElement {
  return make(
    'li',
    {},
    `${direction === 'to the chat' ? '→' : '←'} ${kind} ${name} `,
    make('span', { class: 'quiet' }, `${(atMs / 1000).toFixed(1)} s ${direction}`),
    ...(content === undefined ? [] : [make('code', {}, JSON.stringify(content))]),
  );
}
