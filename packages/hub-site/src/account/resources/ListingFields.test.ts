import { expect, it } from 'vitest';
import { readListing } from './ListingFields';

it('a form without a choice of who may see a thing keeps it private', () => {
  expect(readListing(new URLSearchParams())).toMatchObject({ visibility: 'private', tags: [] });
  expect(readListing(new URLSearchParams({ visibility: 'public', tags: 'a, ,b ' }))).toMatchObject({
    visibility: 'public',
    tags: ['a', 'b'],
  });
});
