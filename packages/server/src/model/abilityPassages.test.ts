import { describe, expect, it } from 'vitest';
import { abilityPassages } from './abilityPassages';

const ability = (fields: object) =>
  abilityPassages({
    id: 'ability_1',
    name: 'Start a return',
    description: 'Use when somebody sends something back.',
    instruction: '# Returns\n\nThirty days.',
    ...fields,
  });

describe('H-16 what the guide quotes of an ability', () => {
  it('is when it is used, its headings and its text, without what only a model can have executed', () => {
    const [passage] = ability({
      instruction: '# Returns\n\nThirty days.\n\n```fetch\nGET https://shop.example/{{order}}\n```',
    });
    expect(passage?.title).toContain('Start a return');
    expect(passage?.text).toContain('Use when somebody sends something back.');
    expect(passage?.text).toContain('**Returns**');
    expect(passage?.text).toContain('Thirty days.');
    expect(passage?.text).not.toContain('shop.example');
  });

  it('is its name and whatever is there, when something is missing', () => {
    expect(ability({ description: '' })[0]?.text).toContain('Thirty days.');
    expect(ability({ name: '', instruction: '' })[0]?.title).toContain('ability_1');
  });
});
