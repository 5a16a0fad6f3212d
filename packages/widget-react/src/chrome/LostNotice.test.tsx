import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { lateLoad } from '../hooks/lazyPart';
import { HostContext } from '../hooks/useHost';
import { renderWidget } from '../testing/renderWidget';
import { LostNotice } from './Notices';

it('FW-8 a part that was lost is loaded again, and the page when that does not help', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<object>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const [reload, onDone] = [vi.fn(), vi.fn()];
  const host = { hostAddress: 'https://shop.example/', navigate: () => undefined, reload };
  renderWidget(
    <HostContext value={host}>
      <LostNotice onDone={onDone} />
    </HostContext>,
  );
  expect(screen.queryByRole('status')).toBeNull();
  lateLoad(load).preload();
  const button = await screen.findByRole('button');
  fireEvent.click(button);
  await waitFor(() => {
    expect(reload).toHaveBeenCalledTimes(1);
  });
  expect(onDone).not.toHaveBeenCalled();
  load.mockResolvedValue({});
  fireEvent.click(button);
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledTimes(1);
  });
  expect([reload.mock.calls.length, screen.queryByRole('status')]).toEqual([1, null]);
});
