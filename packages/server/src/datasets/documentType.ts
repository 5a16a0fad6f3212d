import { DATASET_TYPES, inferFileType } from '@sotto/widget-core/internal/server';
import { ApiError } from '../lib/apiError';

/** Media type used to read a document. @throws ApiError 422 for an unsupported type */
export function requireDocumentType(name: string, declared: string): string {
  const type = inferFileType({ name, type: declared });
  if (type !== undefined && DATASET_TYPES.includes(type)) return type;
  throw new ApiError(
    'UNPROCESSABLE_ENTITY',
    'This kind of file is not accepted. Accepted are text, markdown, HTML, CSV, JSON, JSON lines, PDF, Word, Excel and PowerPoint.',
  );
}
