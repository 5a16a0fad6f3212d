import { checkFileSchema, type CheckFile } from '@sotto/hub-api';
import * as v from 'valibot';
import { stringify } from 'yaml';
import { ApiError } from '../lib/apiError';
import { readYaml, YamlFault } from '../lib/readYaml';

/** Reads a file of checks; JSON is YAML as well. @throws ApiError 422 with the place of the fault */
export function readCheckFile(content: string): CheckFile {
  let value: unknown;
  try {
    value = readYaml(content);
  } catch (error) {
    if (error instanceof YamlFault) throw unreadable(error.message);
    throw error;
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
