import { expect, it } from 'vitest';
import type { Tool } from './tool';
import { toolEnd } from './toolProgress';

it('a visitor refuses what runs in their page only, whatever code a tool of the server gives', () => {
  const declined = { type: 'error', code: 'DECLINED', message: 'No' } as const;
  const stateFor = (isExternal: boolean): string =>
    toolEnd({ id: 'call_1', name: 'pay' } as never, { isExternal } as Tool, declined, 1).data.state;
  expect([stateFor(true), stateFor(false)]).toEqual(['refused', 'failed']);
});
