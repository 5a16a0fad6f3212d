import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Composer } from './composer/Composer';
import { renderWidget } from './testing/renderWidget';
import { WidgetRoot } from './WidgetScreen';

it('FW-19: the ring of the text box is drawn after Tab, and no more once a pointer is used', () => {
  const { getByRole, container } = renderWidget(
    <WidgetRoot>
      <Composer />
    </WidgetRoot>,
  );
  const box = getByRole('textbox');
  const root = container.querySelector('.sotto-root');
  box.focus();
  fireEvent.keyDown(box, { key: 'a' });
  expect(root?.hasAttribute('data-keyboard')).toBe(false);
  fireEvent.keyDown(box, { key: 'Tab' });
  expect(root?.hasAttribute('data-keyboard')).toBe(true);
  fireEvent.pointerDown(box);
  expect(root?.hasAttribute('data-keyboard')).toBe(false);
});
