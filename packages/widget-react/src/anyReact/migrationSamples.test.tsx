import { cleanup, render } from '@testing-library/react';
import { version } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Assistant, MyChat } from './migrationSamples';

afterEach(cleanup);

describe(`the guide to moving from another chat, in React ${version}`, () => {
  it('shows a chat that is drawn', async () => {
    const { container } = render(<Assistant />);
    await expect.poll(() => container.querySelector('.sotto-root'), { timeout: 10_000 }).not.toBeNull();
  });

  it('has a place for the hosted widget where the other chat was', () => {
    const { container } = render(<MyChat />);
    expect(container.querySelector('.chat')).not.toBeNull();
  });
});
