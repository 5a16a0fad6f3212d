import { describe, expect, it } from 'vitest';
import { toBackdrop } from '../WidgetScreen';

describe('W-34 the background of the conversation', () => {
  it.each([
    ['#f3efe8', '#f3efe8'],
    ['rgb(0 0 0 / 50%)', 'rgb(0 0 0 / 50%)'],
    ['https://shop.example.com/paper.jpg', 'url("https://shop.example.com/paper.jpg") center / cover no-repeat'],
    ['/paper.jpg', 'url("/paper.jpg") center / cover no-repeat'],
  ])('%s', (background, drawn) => {
    expect(toBackdrop(background)).toEqual({ '--sotto-backdrop': drawn });
  });

  it('cannot leave the address', () => {
    expect(toBackdrop('/a"), url("//evil.test')).toEqual({
      '--sotto-backdrop': String.raw`url("/a\"), url(\"//evil.test") center / cover no-repeat`,
    });
  });

  it('is nothing when there is none', () => {
    expect(toBackdrop(undefined)).toBeUndefined();
  });
});
