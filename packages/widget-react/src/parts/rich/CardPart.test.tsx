import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../../testing/renderWidget';
import { CardPart } from './CardPart';

describe('W-19 a card', () => {
  it('has a name, words with marks, and links only in its description', () => {
    const { getByRole, queryByRole } = renderWidget(
      <CardPart
        card={{
          title: 'Trail [shoe](https://x.test)',
          description: 'In **Lisbon**, see [care](https://shop.test/care)',
          buttons: [],
        }}
      />,
    );
    expect(getByRole('article', { name: 'Trail shoe' })).toBeTruthy();
    expect(queryByRole('link', { name: 'shoe' })).toBeNull();
    expect(getByRole('link', { name: 'care' }).getAttribute('rel')).toContain('noopener');
  });

  it('loads no picture of a stranger by itself (A201)', async () => {
    const { container, findByText } = renderWidget(
      <CardPart card={{ title: 'Shoe', image: 'https://evil.test/p.png?q=secret', buttons: [] }} />,
    );
    expect(container.querySelector('img')).toBeNull();
    await findByText(/evil\.test/);
  });

  it('hides a picture that does not load [W-6]', () => {
    const { container } = renderWidget(
      <CardPart card={{ title: 'Shoe', image: 'https://chat.example.com/shoe.jpg', buttons: [] }} />,
    );
    const image = container.querySelector('img');
    expect(image?.getAttribute('src')).toBe('https://chat.example.com/shoe.jpg');
    if (image) fireEvent.error(image);
    expect(container.querySelector('.sotto-card-image')).toBeNull();
  });
});
