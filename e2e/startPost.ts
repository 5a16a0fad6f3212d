import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A mail as it arrived. */
export interface Arrived {
  readonly to: string;
  readonly headers: string;
  /** All parts, decoded. */
  readonly body: string;
}

/** A mail server that takes every mail (RFC 5321). */
export interface Post {
  /** Settings of a server that sends to it. */
  readonly env: Record<string, string>;
  readonly arrived: readonly Arrived[];
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startPost(): Promise<Post> {
  const arrived: Arrived[] = [];
  const server = createServer((socket) => {
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    let waiting = '';
    let to = '';
    let isData = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      waiting += bytes.toString('latin1');
      for (;;) {
        const end = isData ? waiting.indexOf('\r\n.\r\n') : waiting.indexOf('\r\n');
        if (end === -1) return;
        const text = waiting.slice(0, end);
        waiting = waiting.slice(end + (isData ? 5 : 2));
        if (isData) arrived.push({ to, ...parse(text) });
        else to = /^RCPT TO:<([^>]+)>/i.exec(text)?.[1] ?? to;
        isData = !isData && /^DATA/i.test(text);
        if (/^QUIT/i.test(text)) socket.end('221 Bye\r\n');
        else say(isData ? '354 Go on' : '250 OK');
      }
    });
    say('220 post.example ESMTP');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${String(port)}`, MAIL_FROM: 'Sotto <chat@sotto.example>' },
    arrived,
    close: async () => void server.close(),
  };
}

/** Headers unfolded; quoted-printable of the body decoded (RFC 2045). */
function parse(text: string): Pick<Arrived, 'headers' | 'body'> {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const bytes = rest
    .join('\r\n\r\n')
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return { headers: head.replaceAll(/\r\n\s+/g, ' '), body: Buffer.from(bytes, 'latin1').toString('utf8') };
}
