import type { AppContext } from '../appEnv';

/** The token of an `Authorization: Bearer …` header, or undefined. */
export function readBearer(context: AppContext): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
}
