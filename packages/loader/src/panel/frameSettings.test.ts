import { describe, expect, it } from 'vitest';
import { toFrameSettings } from './frameSettings';

describe('EN-21 the settings that the frame gets', () => {
  it('are those that it reads, consent among them, and none of the loader or with a message of its own', () => {
    const config = {
      widget: 'demo',
      barTitle: 'Help',
      consent: 'wait',
      zIndex: 3,
      offset: { x: 1 },
      triggers: {},
      meta: {},
      contact: null,
      functions: {},
      messages: [],
      frame: document.createElement('iframe'),
    } as const;
    expect(toFrameSettings(config as never)).toEqual({ barTitle: 'Help', consent: 'wait' });
  });
});
