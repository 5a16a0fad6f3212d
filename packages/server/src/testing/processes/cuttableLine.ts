import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A line to a server that can be cut, or stand still, at any moment. */
export interface CuttableLine {
  /** The server's address, through the line. */
  readonly url: string;
  /** Takes every connection away: `closed` in good order, `reset` as a crash or a router does it. */
  cut(how: 'closed' | 'reset'): void;
  /**
   * Nothing is carried until `goOn`, and new connections are taken and not answered: as when the server's process has
   * been stopped (SIGSTOP).
   */
  standStill(): void;
  goOn(): void;
  /** From now on everything is carried so many milliseconds late. */
  slowDown(ms: number): void;
  close(): Promise<void>;
}

/** @param target - address of the server; its host and port are the line's from then on */
export async function openCuttableLine(target: string): Promise<CuttableLine> {
  const url = new URL(target);
  const { hostname: host, port } = url;
  const near = new Set<Socket>();
  /** Connections with their other ends. */
  const pairs = new Map<Socket, Socket>();
  let isStill = false;
  let lateMs = 0;
  const carry = (socket: Socket, far: Socket): void => {
    if (lateMs === 0) socket.pipe(far).pipe(socket);
    else {
      socket.pipe(far);
      far.pipe(late(lateMs)).pipe(socket);
    }
  };
  const server = createServer((socket) => {
    const far = connect(Number(port), host);
    near.add(socket);
    pairs.set(socket, far);
    if (!isStill) carry(socket, far);
    socket.on('close', () => {
      near.delete(socket);
      pairs.delete(socket);
      far.destroy();
    });
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
    standStill() {
      isStill = true;
      for (const [socket, far] of pairs) for (const end of [socket, far]) end.unpipe().pause();
    },
    goOn() {
      isStill = false;
      for (const [socket, far] of pairs) carry(socket, far);
    },
    slowDown(ms) {
      lateMs = ms;
      for (const [socket, far] of pairs) {
        for (const end of [socket, far]) end.unpipe();
        carry(socket, far);
      }
    },
    async close() {
      server.close();
      for (const socket of near) socket.destroy();
      await once(server, 'close');
    },
  };
}

function late(ms: number): Transform {
  return new Transform({
    transform(chunk, _, done) {
      setTimeout(done, ms, null, chunk);
    },
  });
}
