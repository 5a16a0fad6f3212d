import { describe, expect, it } from 'vitest';
import { withoutSettings } from './cleanDiagram';

describe('W-18 settings inside a diagram', () => {
  it('are taken out, one line or many', () => {
    expect(
      withoutSettings('%%{init: {"themeCSS": "*{background:url(https://evil.test)}"}}%%\nflowchart TD\nA-->B'),
    ).toBe('\nflowchart TD\nA-->B');
    expect(withoutSettings('%%{\n  init: {\n "securityLevel": "loose" }\n}%%\npie')).toBe('\npie');
  });

  it('become a comment when nobody finished them', () => {
    expect(withoutSettings('%%{init: {}\npie')).toBe('%% init: {}\npie');
  });

  it('are taken out of the head, which keeps its title', () => {
    expect(withoutSettings('---\ntitle: Orders "2026"\nconfig:\n  securityLevel: loose\n---\npie')).toBe(
      '---\ntitle: "Orders 2026"\n---\npie',
    );
    expect(withoutSettings('---\nconfig:\n  theme: dark\n---\npie')).toBe('pie');
  });

  it('leave an ordinary diagram alone', () => {
    const source = 'sequenceDiagram\n  %% a comment\n  A->>B: hi --- there';
    expect(withoutSettings(source)).toBe(source);
  });
});
