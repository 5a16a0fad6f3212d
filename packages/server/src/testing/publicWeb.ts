import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { PublicFetchOptions } from '../unfurl/publicFetch';

/**
 * The one public address of the web in this machine: an example address of Cloudflare’s resolver, never dialled for
 * real.
 */
export const WEB_ADDRESS = '1.1.1.1';

/** A small web on this machine: names with public addresses, and one server that answers for all of them. */
export interface PublicWeb extends Required<Pick<PublicFetchOptions, 'resolve' | 'dial'>> {
  /** Every address and port that was dialled, in order. */
  readonly dialled: string[];
  /** Every name that was resolved, in order. */
  readonly resolved: string[];
  /** What the sites answer. */
  serve(listener: RequestListener): void;
  close(): Promise<void>;
}

/**
 * @param names - further names with their addresses; a list of lists answers differently each time. Unknown names have
 * the web's address
 */
export async function startPublicWeb(
  names: Readonly<Record<string, readonly (readonly string[])[]>> = {},
): Promise<PublicWeb> {
  let listener: RequestListener = (_, response) => response.end();
  const server = createServer((request, response) => {
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dialled: string[] = [];
  const resolved: string[] = [];

  return {
    dialled,
    resolved,
    serve(next) {
      listener = next;
    },
    async resolve(name) {
      resolved.push(name);
      const answers = names[name];
      const times = resolved.filter((each) => each === name).length;
      return answers?.[Math.min(times, answers.length) - 1] ?? [WEB_ADDRESS];
    },
    dial(address, dialledPort): Socket {
      dialled.push(`${address}:${String(dialledPort)}`);
      return connect({ host: '127.0.0.1', port });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
