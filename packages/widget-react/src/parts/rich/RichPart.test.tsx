import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeWidget } from '../../testing/fakeWidget';
import { renderWidget } from '../../testing/renderWidget';
import { RichPart } from './RichPart';

const block = (source: string, closed = true) => ({ kind: 'rich', type: 'card', id: 'b', source, closed }) as const;

describe('W-19 a rich block', () => {
  it('holds its place, then is what it says', async () => {
    // As on a page where nobody has loaded what draws it.
    vi.resetModules();
    const { RichPart } = await import('./RichPart');
    const { renderWidget } = await import('../../testing/renderWidget');
    const { container, findByRole } = renderWidget(<RichPart block={block('title: Trail shoe')} />);
    expect(container.querySelector('.sotto-skeleton')).not.toBeNull();
    expect(await findByRole('article', { name: 'Trail shoe' })).toBeTruthy();
  });

  it.each([
    ['not a card', block('- 1')],
    ['no YAML', block('a: [')],
    ['cut off', block('title: Trail', false)],
  ])('is shown as the code it is when it is %s', async (_, broken) => {
    const { container } = renderWidget(<RichPart block={broken} />);
    await waitFor(() => {
      expect(container.querySelector('pre')?.textContent).toBe(broken.source);
    });
  });

  it('tells whoever wrote it what a card needs', async () => {
    const widget = createFakeWidget();
    const warn = vi.spyOn(widget, 'warn');
    const { container } = renderWidget(<RichPart block={block('- 1')} />, {}, {}, widget);
    await waitFor(() => {
      expect(container.querySelector('pre')).not.toBeNull();
    });
    expect(warn).toHaveBeenCalledWith(
      expect.stringMatching(/^A card block could not be read .*title, a description or an image/),
    );
  });
});
