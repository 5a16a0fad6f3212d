import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Length limit for the path of a Unix socket on most operating systems, in bytes. */
const LONGEST_ADDRESS = 100;
/** A snapshot starts with its length, to detect a connection that was cut. */
const HEAD_BYTES = 8;

/**
 * Provides snapshots of the embedded database to commands of the same machine and user, such as `backup`, over a
 * socket in the data folder. The caller holds the lock of the folder.
 *
 * If the folder's file system does not support sockets, the server runs without it, and the commands require a
 * stopped server.
 *
 * @returns a function that closes it
 */
export async function serveSnapshots(dataDir: string, snapshot: () => Promise<Blob>): Promise<() => Promise<void>> {
  const address = addressOf(dataDir);
  if (address === undefined) return async () => undefined;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    void sendSnapshot(socket, snapshot);
  });
  // A killed server leaves its socket behind.
  if (!isPipe(address)) await rm(address, { force: true });
  const isListening = await new Promise<boolean>((settle) => {
    server.once('error', () => settle(false));
    server.listen(address, () => settle(true));
  });
  if (isListening && !isPipe(address)) await chmod(address, 0o600);
  server.unref();
  return async () => {
    if (!isListening) return;
    for (const socket of open) socket.destroy();
    await new Promise<void>((closed) => server.close(() => closed()));
  };
}

/**
 * Requests a snapshot from the server that runs on a data folder. @returns undefined if none runs, or it provides
 * none
 */
export async function readSnapshot(dataDir: string): Promise<Blob | undefined> {
  const address = addressOf(dataDir);
  if (address === undefined) return undefined;
  const bytes = await buffer(connect(address)).catch(() => undefined);
  if (bytes === undefined || bytes.length < HEAD_BYTES) return undefined;
  const archive = bytes.subarray(HEAD_BYTES);
  return bytes.readBigUInt64BE() === BigInt(archive.length) ? new Blob([archive]) : undefined;
}

async function sendSnapshot(socket: Socket, snapshot: () => Promise<Blob>): Promise<void> {
  try {
    const bytes = Buffer.from(await (await snapshot()).arrayBuffer());
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeBigUInt64BE(BigInt(bytes.length));
    socket.write(head);
    socket.end(bytes);
  } catch {
    socket.destroy();
  }
}

function addressOf(dataDir: string): string | undefined {
  const folder = resolve(dataDir);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\sotto-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const path = join(folder, 'snapshot.sock');
  return Buffer.byteLength(path) <= LONGEST_ADDRESS ? path : undefined;
}

function isPipe(address: string): boolean {
  return address.startsWith('\\\\.\\pipe\\');
}
