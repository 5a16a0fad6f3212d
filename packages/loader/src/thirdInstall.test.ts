import { expect, it } from 'vitest';
import { installGlobal } from './globalApi';

it('EN-14: each install of the script on a page has an element of its own name', () => {
  const names = [1, 2, 3].map(() => {
    const sotto = installGlobal('https://chat.test/integrations/widget/', () => Promise.reject(new Error('unused')));
    const { localName } = sotto.create({ widget: 'demo' });
    sotto.destroyAll();
    return localName;
  });
  expect(names).toEqual(['sotto-chat', 'sotto-chat-2', 'sotto-chat-2-2']);
});
