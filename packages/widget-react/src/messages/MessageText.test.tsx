import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { MessageText } from './MessageText';

describe('A306 a text of very many blocks', () => {
  it('is drawn in pieces, and whole in the end', async () => {
    const { container } = renderWidget(<MessageText text={'a\n\n'.repeat(900)} isGrowing={false} isFromBot math={false} className="text" />);
    expect(container.querySelectorAll('p').length).toBeLessThanOrEqual(400);
    await waitFor(() => { expect(container.querySelectorAll('p')).toHaveLength(900); }, { timeout: 15_000 });
  });

  it('and of very many characters is read as far as is sensible, and complete', async () => {
    const { container } = renderWidget(<MessageText text={`${'**a** b\n\n'.repeat(11_200)}**end**`} isGrowing={false} isFromBot math={false} className="text" />);
    expect(container.querySelector('strong')?.textContent).toBe('a');
    expect(container.querySelector('.sotto-plain')?.textContent.endsWith('**end**')).toBe(true);
  });
});
