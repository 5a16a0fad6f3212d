// Reading event streams as cheaply as possible: the readers share a machine with what they measure, so one buffer takes
// what all of them read.
import net from 'node:net';

const shared = Buffer.allocUnsafe(65_536);
/** What stands before a token: in the server's events, and in the endpoint's. */
export const MARKS = { server: '"token":"', endpoint: '"content":"' };

/**
 * Posts to an address and reads its stream.
 *
 * @param mark - one of `MARKS`
 * @param onToken - told of each token when it arrives, with the moment it was sent, and whether it begins an event
 * @returns `begun`: the first token is there; rejects when the stream was refused. `ended`: nothing more will come
 */
export function readStream(url, mark, body, headers, onToken) {
  const { hostname, port, pathname } = new URL(url);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    Host: `${hostname}:${port}`,
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  let onEvent;
  let refuse;
  const begun = new Promise((resolve, reject) => ([onEvent, refuse] = [resolve, reject]));
  let rest = '';
  let isFirst = true;
  let report = (sentAt, isEvent) => {
    report = onToken;
    onEvent();
    onToken(sentAt, isEvent);
  };

  const callback = (length, buffer) => {
    const read = buffer.latin1Slice(0, length);
    if (isFirst && !read.startsWith('HTTP/1.1 200'))
      return refuse(new Error(`The stream was refused: ${read.slice(0, 300)}`));
    isFirst = false;
    // A token whose end has not come yet is read with the next piece.
    rest = readTokens(rest === '' ? read : rest + read, mark, report);
    return true;
  };
  const socket = net.connect(
    { host: hostname, port: Number(port), noDelay: true, onread: { buffer: shared, callback } },
    () => {
      socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
    },
  );
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.once('error', refuse);
  void ended.then(() => refuse(new Error('The stream ended before its first token')));
  begun.catch(() => socket.destroy());
  return { begun, ended, leave: () => socket.destroy() };
}

/** @returns what is to be read again with the next piece: from the last beginning of a token that has no end yet */
function readTokens(text, mark, onToken) {
  let from = 0;
  for (;;) {
    const at = text.indexOf(mark, from);
    if (at < 0) return text.slice(Math.max(from, text.length - mark.length + 1));
    const start = at + mark.length;
    const end = text.indexOf('"', start);
    if (end < 0) return text.slice(at);
    // Several tokens may share an event; each has a space behind it.
    for (let word = start; word < end;) {
      const space = text.indexOf(' ', word);
      onToken(Number(text.slice(word, space)), word === start);
      word = space + 1;
    }
    from = end;
  }
}

/** The value below which a part of the values lies; 0 for none. */
export function percentile(values, part) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
