import { datasetUploadResponseSchema } from '@sotto/hub-api';
import { errorBodySchema, type JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { showNotice } from '../../browser/notices';

const propsSchema = v.object({ address: v.string() });

/**
 * Uploads files to an address, one after another, each with its own result in the list. Rejections of a drop are
 * in one toast (specification 8) [H-16], and the list names these files without repeating why.
 */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { address } = v.parse(propsSchema, props);
  const input = element.querySelector<HTMLInputElement>('input[type="file"]');
  const list = element.querySelector('ul');
  const view = element.ownerDocument.defaultView;
  if (!input || !list || !view) return;

  const send = async (files: readonly File[], isDrop: boolean): Promise<void> => {
    const rows = files.map((file) => addRow(list, file.name));
    let isAllWell = true;
    const rejections: string[] = [];
    for (const [index, file] of files.entries()) {
      const result = await upload(address, file);
      const { failure } = result;
      isAllWell &&= failure === undefined && result.notes.length === 0;
      if (failure !== undefined) rejections.push(`${file.name}: ${failure}`);
      rows[index]?.(isDrop && failure !== undefined ? { ...result, failure: 'not added' } : result);
    }
    if (isDrop && rejections.length > 0) showNotice(rejections.join('\n'), 'error');
    // The table below is replaced by the server's; rejections and remarks stay visible.
    if (isAllWell) view.location.reload();
  };

  input.addEventListener('change', () => {
    void send([...(input.files ?? [])], false);
    input.value = '';
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const) {
    element.addEventListener(type, (event) => {
      event.preventDefault();
      element.classList.toggle('is-over', type === 'dragover');
      if (type === 'drop') void send([...(event.dataTransfer?.files ?? [])], true);
    });
  }
}

/** Result for one document. `failure`: why it was rejected; undefined on success. */
interface UploadResult {
  readonly failure?: string;
  /** Remarks for the owner on how it was read. */
  readonly notes: readonly string[];
}

async function upload(address: string, file: File): Promise<UploadResult> {
  const body = new FormData();
  body.set('file', file);
  try {
    const response = await fetch(address, { method: 'POST', body });
    const answer: unknown = await response.json();
    if (response.ok) {
      const added = v.safeParse(datasetUploadResponseSchema, answer);
      return { notes: added.success ? added.output.notes : [] };
    }
    const parsed = v.safeParse(errorBodySchema, answer);
    return { failure: parsed.success ? parsed.output.message : 'The file could not be added', notes: [] };
  } catch {
    return { failure: 'The connection was lost. Choose the file again', notes: [] };
  }
}

/** Adds a row for one document. @returns a function that shows the result */
function addRow(list: Element, name: string): (result: UploadResult) => void {
  const row = list.ownerDocument.createElement('li');
  row.textContent = `${name}: uploading…`;
  list.append(row);
  return ({ failure, notes }) => {
    row.classList.toggle('field-error', failure !== undefined);
    row.textContent = `${name}: ${failure ?? ['added', ...notes].join('. ')}`;
  };
}
