import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FloatingSurface } from './FloatingSurface';

/** Opens a surface, puts the focus somewhere and closes the surface. @returns what has the focus then */
async function closeWithFocusOn(where: 'inside' | 'outside'): Promise<string | undefined> {
  const { rerender, getByTestId } = render(
    <>
      <input data-testid="outside" />
      <button data-testid="launcher" />
    </>,
  );
  const page = (isOpen: boolean) => (
    <>
      <input data-testid="outside" />
      <button data-testid="launcher" />
      {isOpen && (
        <FloatingSurface
          layout="popover"
          isModal={false}
          position="bottom-right"
          label="Chat"
          isMaximized={false}
          isMobile={false}
          focusBack={() => getByTestId('launcher')}
          onClose={() => undefined}
        >
          <input data-testid="inside" />
        </FloatingSurface>
      )}
    </>
  );
  rerender(page(true));
  getByTestId(where).focus();
  rerender(page(false));
  await Promise.resolve();
  return (document.activeElement as HTMLElement | null)?.dataset['testid'];
}

it('W-5 gives the focus back when it was inside, and takes it from nowhere else', async () => {
  expect(await closeWithFocusOn('inside')).toBe('launcher');
  document.body.replaceChildren();
  expect(await closeWithFocusOn('outside')).toBe('outside');
});
