import { errorBodySchema, idResponseSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { uploadedPicture } from '../widgetForm';

/** Sends chosen pictures to the server and puts the id of each into the field above. */
export function startUploads(element: HTMLElement): void {
  for (const field of element.querySelectorAll<HTMLElement>('[data-icon]')) startUpload(field);
}

function startUpload(field: HTMLElement): void {
  const text = field.querySelector<HTMLInputElement>('.field input');
  const row = field.querySelector<HTMLElement>('.icon-upload');
  const file = row?.querySelector('input');
  const picture = row?.querySelector('img');
  const remove = row?.querySelector('button');
  const status = row?.querySelector('[role="status"]');
  const { icon: address = '', pictures = '' } = field.dataset;
  if (!text || !row || !file || !picture || !remove || !status) return;
  row.hidden = false;

  const show = (): void => {
    const path = uploadedPicture(text.value);
    remove.hidden = text.value === '';
    picture.hidden = path === undefined;
    if (path !== undefined && picture.getAttribute('src') !== pictures + path)
      picture.setAttribute('src', pictures + path);
  };
  const put = (value: string): void => {
    text.value = value;
    text.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const send = async (chosen: File): Promise<void> => {
    status.textContent = 'Uploading…';
    const { id, failure = '' } = await upload(address, chosen);
    status.textContent = id === undefined ? failure : 'Uploaded. Save to keep it.';
    status.classList.toggle('field-error', id === undefined);
    if (id !== undefined) put(id);
  };

  text.addEventListener('input', show);
  remove.addEventListener('click', () => {
    status.textContent = '';
    put('');
    text.focus();
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (chosen) void send(chosen);
  });
  show();
}

async function upload(address: string, file: File): Promise<{ readonly id?: string; readonly failure?: string }> {
  const body = new FormData();
  body.set('file', file);
  try {
    const response = await fetch(address, { method: 'POST', body });
    const answer: unknown = await response.json();
    if (response.ok) return { id: v.parse(idResponseSchema, answer).id };
    const parsed = v.safeParse(errorBodySchema, answer);
    return { failure: parsed.success ? parsed.output.message : 'The picture could not be uploaded' };
  } catch {
    return { failure: 'The connection was lost. Choose the picture again' };
  }
}
