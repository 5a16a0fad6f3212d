import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that can be cut at any moment. */
export interface CuttableLine {
  /** The server's address, through the line. */
  readonly url: string;
  /** Takes every connection away: `closed` in good order, `reset` as a crash or a router does it. */
  cut(how: 'closed' | 'reset'): void;
  close(): Promise<void>;
}

/** @param target - address of the server; its host and port are the line's from then on */
export async function openCuttableLine(target: string): Promise<CuttableLine> {
  const url = new URL(target);
  const { hostname: host, port } = url;
  const near = new Set<Socket>();
  const server = createServer((socket) => {
    const far = connect(Number(port), host);
    near.add(socket);
    socket.pipe(far).pipe(socket);
    socket.on('close', () => { near.delete(socket); far.destroy(); });
    for (const end of [socket, far]) end.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url.host = `127.0.0.1:${String(address.port)}`;
  return {
    url: url.href,
    cut(how) {
      for (const socket of near) socket[how === 'reset' ? 'resetAndDestroy' : 'destroy']();
    },
    async close() {
      server.close();
      for (const socket of near) socket.destroy();
      await once(server, 'close');
    },
  };
}
