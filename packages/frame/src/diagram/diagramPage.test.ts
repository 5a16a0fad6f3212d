import mermaid from 'mermaid';
import { expect, it, vi } from 'vitest';

vi.mock('mermaid', () => ({ default: { initialize: vi.fn(), render: vi.fn() } }));

it('draws one diagram at a time, because the settings are the page’s', async () => {
  const finish: (() => void)[] = [];
  vi.mocked(mermaid.render).mockImplementation(
    () =>
      new Promise((resolve) => {
        finish.push(() => {
          resolve({ svg: '', diagramType: 'flowchart' });
        });
      }),
  );
  await import('./diagramPage');
  const colors = { scheme: 'light', ground: '#ffffff', text: '#000000', accent: '#0000ff' };
  for (const id of [1, 2]) {
    const data = { type: 'sotto-diagram-draw', id, source: 'graph TD', colors };
    window.dispatchEvent(new MessageEvent('message', { source: window.parent, data }));
  }
  await vi.waitFor(() => {
    expect(mermaid.render).toHaveBeenCalledOnce();
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(mermaid.render).toHaveBeenCalledOnce();
  finish[0]?.();
  await vi.waitFor(() => {
    expect(mermaid.render).toHaveBeenCalledTimes(2);
  });
  finish[1]?.();
});
