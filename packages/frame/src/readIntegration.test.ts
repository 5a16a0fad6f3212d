import { beforeEach, describe, expect, it } from 'vitest';
import { freshAddress, nextReload, readIntegration } from './readIntegration';

const INTEGRATION = {
  integrationId: 'demo',
  version: 1,
  updatedAt: 0,
  config: {},
  allowedOrigins: [],
  imageOrigins: [],
  formOrigins: [],
  languages: [],
  features: { synthesize: false, unfurl: false, upload: false },
  limits: { attachmentMaxBytes: 1, attachmentsPerMessage: 1, textMaxLength: 1 },
};

function write(text: string): void {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'sotto-integration';
  script.textContent = text;
  document.body.append(script);
}

beforeEach(() => {
  document.body.replaceChildren();
});

describe('W-1 the integration object', () => {
  it('is read from the page', () => {
    write(JSON.stringify(INTEGRATION));
    expect(readIntegration(document)).toMatchObject({ integrationId: 'demo' });
  });

  it.each(['', 'null', '{', '{"integrationId":"demo"}', '[]'])('is missing when the page holds %j', (text) => {
    write(text);
    expect(readIntegration(document)).toBeUndefined();
  });

  it('is missing when there is no such element', () => {
    expect(readIntegration(document)).toBeUndefined();
  });
});

describe('W-1 the page loads itself again', () => {
  it('three times at most, counted in its address', () => {
    let address: string | undefined = 'https://chat.example.com/integrations/widget/demo/frame?v=2';
    const seen: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      address = address === undefined ? undefined : nextReload(address);
      seen.push(address);
    }
    expect(seen).toEqual([
      'https://chat.example.com/integrations/widget/demo/frame?v=2&reload=1',
      'https://chat.example.com/integrations/widget/demo/frame?v=2&reload=2',
      'https://chat.example.com/integrations/widget/demo/frame?v=2&reload=3',
      undefined,
    ]);
  });

  it.each(['-5', 'x', '1e9', '2.5'])('and not for ever when somebody wrote reload=%s', (count) => {
    expect(nextReload(`https://chat.example.com/frame?reload=${count}`)).toBeUndefined();
  });

  it('begins to count anew when a person presses Reload', () => {
    expect(freshAddress('https://chat.example.com/frame?v=2&reload=3')).toBe('https://chat.example.com/frame?v=2');
  });
});
