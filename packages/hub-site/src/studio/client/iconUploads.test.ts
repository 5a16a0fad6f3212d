// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startUploads } from './iconUploads';

let heard: string[];
beforeEach(() => {
  document.body.innerHTML = `<form><div data-icon="/base/icon/upload" data-pictures="/base"><div class="field"><input></div>
    <div class="icon-upload" hidden><img hidden><input type="file"><button type="button" hidden>Remove</button>
    <p role="status"></p></div></div></form>`;
  heard = [];
  document
    .querySelector('form')
    ?.addEventListener('input', () => heard.push(find<HTMLInputElement>('.field input').value));
  startUploads(document.body);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const find = <Found extends Element>(selector: string): Found => document.querySelector<Found>(selector) as Found;

/** Chooses a file, which the server answers so. */
async function choose(status: number, body: object): Promise<void> {
  vi.stubGlobal('fetch', async (address: string, { body: sent }: { body: FormData }) => {
    expect([address, (sent.get('file') as File).name]).toEqual(['/base/icon/upload', 'logo.png']);
    return new Response(JSON.stringify(body), { status });
  });
  const input = find<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'logo.png')], configurable: true });
  input.dispatchEvent(new Event('change'));
  await vi.waitFor(() => {
    expect(find('[role="status"]').textContent).not.toMatch(/^$|Uploading/);
  });
}

it('OW-27: puts an uploaded picture into the field, shows it, and removes it again', async () => {
  expect(find<HTMLElement>('.icon-upload').hidden).toBe(false);
  await choose(200, { id: 'file_01J' });
  expect(heard).toEqual(['file_01J']);
  const picture = find<HTMLImageElement>('img');
  expect([picture.getAttribute('src'), picture.hidden]).toEqual(['/base/v1/file/file_01J/thumbnail/download', false]);
  const remove = find<HTMLButtonElement>('button');
  expect([remove.hidden, find('[role="status"]').textContent]).toEqual([false, 'Uploaded. Save to keep it.']);
  remove.click();
  expect([heard.at(-1), remove.hidden, picture.hidden]).toEqual(['', true, true]);
});

it('OW-27: says why a picture was refused, and keeps what the field had', async () => {
  const message = 'Choose a picture: PNG, JPEG, GIF, WebP, AVIF, ICO or SVG';
  await choose(422, { code: 'UNPROCESSABLE_ENTITY', message });
  expect([heard, find('[role="status"]').textContent]).toEqual([[], message]);
  expect(find('[role="status"]').classList.contains('field-error')).toBe(true);
  await choose(500, {});
  expect(find('[role="status"]').textContent).toBe('The picture could not be uploaded');
});
