import { errorBodySchema, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { showNotice } from '../../browser/notices';

const propsSchema = v.object({ id: v.string(), base: v.string() });

/**
 * Adds documents to a dataset: chosen or dropped, one after the other, each with its own result; a rejected one is an
 * error toast too (specification 8) [H-16].
 */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { id, base } = v.parse(propsSchema, props);
  const input = element.querySelector<HTMLInputElement>('input[type="file"]');
  const list = element.querySelector('ul');
  const view = element.ownerDocument.defaultView;
  if (!input || !list || !view) return;

  const send = async (files: readonly File[]): Promise<void> => {
    const rows = files.map((file) => addRow(list, file.name));
    let isAllWell = true;
    for (const [index, file] of files.entries()) {
      const failure = await upload(`${base}/v1/dataset/${encodeURIComponent(id)}/file/upload`, file);
      isAllWell &&= failure === undefined;
      if (failure !== undefined) showNotice(`${file.name}: ${failure}`, 'error');
      rows[index]?.(failure);
    }
    // The table below is the server's; what was refused stays in view until it is read.
    if (isAllWell) view.location.reload();
  };

  input.addEventListener('change', () => {
    void send([...(input.files ?? [])]);
    input.value = '';
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const) {
    element.addEventListener(type, (event) => {
      event.preventDefault();
      element.classList.toggle('is-over', type === 'dragover');
      if (type === 'drop') void send([...(event.dataTransfer?.files ?? [])]);
    });
  }
}

/** @returns why it was refused; undefined when it is there */
async function upload(address: string, file: File): Promise<string | undefined> {
  const body = new FormData();
  body.set('file', file);
  try {
    const response = await fetch(address, { method: 'POST', body });
    if (response.ok) return undefined;
    const parsed = v.safeParse(errorBodySchema, await response.json());
    return parsed.success ? parsed.output.message : 'The document could not be added';
  } catch {
    return 'The connection was lost. Choose the document again';
  }
}

/** Adds a row for one document. @returns a function that shows the result */
function addRow(list: Element, name: string): (failure: string | undefined) => void {
  const row = list.ownerDocument.createElement('li');
  row.textContent = `${name}: uploading…`;
  list.append(row);
  return (failure) => {
    row.classList.toggle('field-error', failure !== undefined);
    row.textContent = failure === undefined ? `${name}: added` : `${name}: ${failure}`;
  };
}
