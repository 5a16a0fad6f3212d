import { expect, it } from 'vitest';
import { loadOnce } from './loadOnce';

it('SV-37 what could not be loaded is loaded again at the next use, and once it is there it is kept', async () => {
  let loads = 0;
  const library = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('A file is missing');
    return { name: 'library' };
  });
  const first = await Promise.allSettled([library(), library()]);
  expect([loads, first.map(({ status }) => status)]).toEqual([1, ['rejected', 'rejected']]);
  const [one, two] = await Promise.all([library(), library()]);
  expect([loads, one]).toEqual([2, two]);
  await library();
  expect(loads).toBe(2);
});
