import { API_ERRORS, type ApiErrorCode } from '../errors';

/** An answer as the server gives it. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** A refusal as the server words it. */
export function fail(code: ApiErrorCode, headers: Record<string, string> = {}): Response {
  return json(API_ERRORS[code].status, { code, message: API_ERRORS[code].message }, headers);
}
