// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { startFinding } from './findSettings';

const field = (label: string, name = ''): string =>
  `<div class="setting" data-words="${name}"><div class="field"><label>${label}</label><input></div></div>`;

let element: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = `<div id="studio"><div data-find><input><p role="status"></p></div>
    <div class="studio-fields">${field('Name')}
    <details class="studio-group" open><summary>Look</summary>${field('Corner', 'position')}
      <details class="more"><summary>More</summary>${field('Background')}</details></details>
    <details class="studio-group"><summary>Privacy</summary>${field('Consent to storing', 'consent')}</details></div></div>`;
  element = document.querySelector<HTMLElement>('#studio') as HTMLElement;
  startFinding(element);
});

function find(words: string): { shown: string[]; open: string[]; status: string } {
  const input = element.querySelector('input') as HTMLInputElement;
  input.value = words;
  input.dispatchEvent(new Event('input'));
  const isShown = (part: Element): boolean => !part.closest('[hidden]');
  return {
    shown: [...element.querySelectorAll('label')].filter(isShown).map((label) => label.textContent),
    open: [...element.querySelectorAll('details')]
      .filter((each) => each.open && isShown(each))
      .map((each) => each.querySelector('summary')?.textContent ?? ''),
    status: element.querySelector('[role="status"]')?.textContent ?? '',
  };
}

describe('OW-27 the search over the settings of the studio', () => {
  it('shows the fields with all words and unfolds their groups', () => {
    expect(find('back')).toEqual({ shown: ['Background'], open: ['Look', 'More'], status: '1 setting' });
    expect(find('STORING cons')).toEqual({ shown: ['Consent to storing'], open: ['Privacy'], status: '1 setting' });
  });

  it('finds what was typed before its script came', () => {
    const late = element.cloneNode(true) as HTMLElement;
    (late.querySelector('input') as HTMLInputElement).value = 'back';
    startFinding(late);
    expect(late.querySelector('[role="status"]')?.textContent).toBe('1 setting');
  });

  it('finds by the group and by the name in the documentation', () => {
    expect(find('look').shown).toEqual(['Corner', 'Background']);
    expect(find('position').shown).toEqual(['Corner']);
  });

  it('says when there is none, and leaves everything as it was when it is cleared', () => {
    expect(find('nothing like it')).toEqual({ shown: [], open: [], status: 'No setting has these words.' });
    expect(find('')).toEqual({
      shown: ['Name', 'Corner', 'Background', 'Consent to storing'],
      open: ['Look'],
      status: '',
    });
  });
});
