import { checkFileSchema, type CheckFile } from '@sotto/hub-api';
import * as v from 'valibot';
import { parseDocument, stringify } from 'yaml';
import { ApiError } from '../../lib/apiError';

/** Aliases that a file may use: a file of a few lines must not become gigabytes. */
const ALIASES_MAX = 50;

/** Reads a file of checks; JSON is YAML as well. @throws ApiError 422 with the place of the fault */
export function readCheckFile(content: string): CheckFile {
  const document = parseDocument(content, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault) throw unreadable(fault.message.split('\n')[0]?.replace(/:$/, '') ?? '');
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : '');
  }
  const read = v.safeParse(checkFileSchema, value);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw unreadable(`${v.getDotPath(issue) ?? 'checks'}: ${issue.message}`);
}

/** Writes a file of checks. */
export function writeCheckFile(file: CheckFile, format: 'yaml' | 'json'): string {
  return format === 'json' ? `${JSON.stringify(file, null, 2)}\n` : stringify(file);
}

function unreadable(message: string): ApiError {
  return new ApiError('UNPROCESSABLE_ENTITY', `The file of checks cannot be used. ${message}`);
}
