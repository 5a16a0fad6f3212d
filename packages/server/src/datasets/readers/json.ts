import { isJson, parseJson, type Json } from '@sotto/widget-core/api';
import { ApiError } from '../../lib/apiError';
import type { FileText } from '../readFile';
import { jsonToText } from './records';

/** Most numbers of lines that are listed. */
const LISTED_MAX = 10;
/** A string or a number of a JSON text. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** A JSON document, also one that is lines of JSON by another name. @throws ApiError 422 for what is neither */
export function readJson(text: string): FileText {
  const value = valueOf(text);
  if (value !== undefined) return { kind: 'text', text: jsonToText(value) };
  const [first = '', second] = linesOf(text);
  if (second !== undefined && valueOf(first) !== undefined) return readJsonLines(text);
  throw new ApiError('UNPROCESSABLE_ENTITY', 'This file is not valid JSON');
}

/** One JSON document a line; lines that are none are left out and noted. @throws ApiError 422 when all are */
export function readJsonLines(text: string): FileText {
  const broken: number[] = [];
  const values = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = valueOf(line);
    if (value === undefined) broken.push(index + 1);
    return value === undefined ? [] : [jsonToText(value)];
  });
  if (values.length === 0) throw new ApiError('UNPROCESSABLE_ENTITY', 'This file is not valid JSON');
  const listed = broken.slice(0, LISTED_MAX).join(', ') + (broken.length > LISTED_MAX ? ' …' : '');
  return {
    kind: 'text',
    text: values.join('\n\n'),
    ...(broken.length > 0 && { notes: [`Lines that are not valid JSON were left out: ${listed}`] }),
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Numbers are kept as written: a long id would be rounded, and a price would lose its last 0. */
function valueOf(text: string): Json | undefined {
  const plain = text.trim();
  if (parseJson(plain) === undefined) return undefined;
  const value = parseJson(
    plain.replace(TOKENS, (token) =>
      token.startsWith('"') || String(Number(token)) === token ? token : JSON.stringify(token),
    ),
  );
  return isJson(value) ? value : undefined;
}
