// Ports of this machine. Plain Node.
import { createServer } from 'node:net';

/**
 * A port that nobody listens on at the moment. For PostgreSQL and Redis, which take port 0 as “listen on none”: for all
 * else the system chooses the port at the start.
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
}
