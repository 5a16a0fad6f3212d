import { describe, expect, it } from 'vitest';
import { createHarness } from '../testing/widgetHarness';

function setUp(config: unknown) {
  const harness = createHarness();
  const tab = harness.openTab();
  const warnings: string[] = [];
  const widget = harness.open(tab, {
    config,
    environment: {
      ...tab.environment,
      warn: (message) => {
        warnings.push(message);
      },
    },
  });
  return { widget, said: warnings };
}

describe('W-34 a mistake in the settings of a page', () => {
  it('is told to whoever wrote the page, with the setting and what is allowed, and the default is used', () => {
    const { widget, said: warnings } = setUp({ position: 'middle' });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^position must be .*bottom-right.*"middle" is not/);
    expect(widget.config.getState().position).toBe('bottom-right');
  });

  it('is told once, however often the settings change', () => {
    const { widget, said: warnings } = setUp({ position: 'middle' });
    widget.config.update({ barTitle: 'Help' });
    widget.config.update({ hideBar: 'perhaps' });
    expect(warnings.map((message) => message.split(' ')[0])).toEqual(['position', 'hideBar']);
  });
});
