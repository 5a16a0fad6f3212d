// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from './upload';

/** Refuses every file by its name. */
const refuse = vi.fn(async (_address: string, { body }: { body: FormData }) =>
  Promise.resolve(
    Response.json({ code: 'UNPROCESSABLE_ENTITY', message: `Not ${(body.get('file') as File).name}` }, { status: 422 }),
  ),
);

beforeEach(() => {
  document.body.innerHTML = '<div id="upload"><input type="file"><ul></ul></div>';
  vi.stubGlobal('fetch', refuse);
  const element = document.querySelector<HTMLElement>('#upload');
  if (element) mount(element, { address: '/v1/dataset/dataset_1/file/upload' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const files = ['a.exe', 'b.exe'].map((name) => new File(['x'], name));
const rows = () => [...document.querySelectorAll('#upload li')].map((row) => row.textContent);
const toasts = () => [...document.querySelectorAll('.notices .notice span')].map((toast) => toast.textContent);

describe('H-16 files that are not taken', () => {
  it('that were chosen: each says why in its row, and nothing says it again', async () => {
    const input = document.querySelector<HTMLInputElement>('input');
    Object.defineProperty(input, 'files', { value: files });
    input?.dispatchEvent(new Event('change'));
    await vi.waitFor(() => {
      expect(rows()).toEqual(['a.exe: Not a.exe', 'b.exe: Not b.exe']);
    });
    expect(toasts()).toEqual([]);
  });

  it('that were dropped: one toast says why for all of them, and the rows do not repeat it', async () => {
    const drop = Object.assign(new Event('drop'), { dataTransfer: { files } });
    document.querySelector('#upload')?.dispatchEvent(drop);
    await vi.waitFor(() => {
      expect(toasts()).toEqual(['a.exe: Not a.exe\nb.exe: Not b.exe']);
    });
    expect(rows()).toEqual(['a.exe: not added', 'b.exe: not added']);
  });
});
