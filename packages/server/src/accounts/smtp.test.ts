import { createServer, type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSmtpMailer } from './mailer';
import { readServerConfig } from '../config/serverConfig';
import { startTestServer, type TestServer } from '../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const Origin = 'http://localhost:3000';
let test: TestServer | undefined;
let post: SMTPServer | undefined;
afterEach(async () => {
  await test?.server.close(0);
  await new Promise<void>((resolve) => (post ? post.close(resolve) : resolve()));
  test = undefined;
  post = undefined;
});

/**
 * A mail server that lets one user in and keeps what it is given.
 *
 * @param isFree - until it resolves, mails are received and not answered
 */
async function startPost(isFree: Promise<void> = Promise.resolve()) {
  const letters: { from: string; to: string[]; text: string }[] = [];
  const counts = { connections: 0 };
  post = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      counts.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'chat' && password === 'p:ss' ? done(null, { user: username }) : done(new Error('Wrong')),
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        letters.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text,
        });
        void isFree.then(() => done());
      });
    },
  });
  const server = post;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://chat:p%3Ass@127.0.0.1:${String((server.server.address() as AddressInfo).port)}`,
    letters,
    counts,
  };
}

describe('H-12 a mail that is really sent', () => {
  it('carries code and link to the mail server of the settings, and the link signs in', async () => {
    const { url, letters } = await startPost();
    const { mail } = readServerConfig({ SMTP_URL: url, MAIL_FROM: 'Chat <chat@example.com>' });
    test = await startTestServer({ config: { mail, publicUrl: Origin } });
    const asked = await test.call('/v1/auth/signin/email', {
      body: { email: 'ana@example.org', callbackUrl: '/usage' },
      headers: { Origin },
    });
    expect(await asked.json()).toEqual({ sent: true });
    expect(letters).toMatchObject([{ from: 'chat@example.com', to: ['ana@example.org'] }]);
    // Long lines of a mail are folded: quoted-printable.
    const text = (letters[0]?.text ?? '')
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    expect(text).toMatch(/^Subject: \d{6} is your sign-in code/m);
    const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
    const page = await (await test.call(`${link.pathname}${link.search}`)).text();
    expect(page).toContain('<form');
    const code = /\b\d{6}\b/.exec(text)?.[0];
    const verified = await test.call('/v1/auth/signin/verify', {
      body: { email: 'ana@example.org', code },
      headers: { Origin },
    });
    expect([
      verified.status,
      verified.headers.getSetCookie().some((cookie) => cookie.startsWith('sotto_user=')),
    ]).toEqual([200, true]);
  });

  it('that cannot be sent is a failure of the server, which tells nothing of the mail server', async () => {
    const { url } = await startPost();
    test = await startTestServer({
      config: { mail: { url: url.replace('p%3Ass', 'wrong'), from: 'chat@example.com' } },
    });
    const response = await test.call('/v1/auth/signin/email', {
      body: { email: 'ana@example.org' },
      headers: { Origin },
    });
    const body = await response.text();
    expect(response.status).toBe(503);
    expect(body).toContain('The mail could not be sent.');
    for (const secret of ['wrong', '127.0.0.1', 'ana@']) expect(body).not.toContain(secret);
  });
});

describe('SV-37 mails and a mail server that is slow', () => {
  const letter = { to: 'ana@example.org', subject: 'Hello', text: 'Hello' };

  it('SV-37 mails share a connection, and the wait for a mail server has an end', async () => {
    const { url, letters, counts } = await startPost();
    const mailer = createSmtpMailer({ url, from: 'chat@example.com' });
    for (let count = 0; count < 3; count += 1) await mailer.send(letter);
    await mailer.close?.();
    expect([letters.length, counts.connections]).toEqual([3, 1]);

    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const patient = createSmtpMailer({ url: `smtp://127.0.0.1:${String(port)}`, from: 'chat@example.com' }, 20);
    // The wait for a greeting and that for any answer end at the same moment: either may come first.
    await expect(patient.send(letter)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await patient.close?.();
    silent.close();
  });

  it('SV-37 a stop waits for the mails that are being sent', async () => {
    let free: () => void = () => undefined;
    const { url, letters } = await startPost(new Promise((resolve) => (free = resolve)));
    test = await startTestServer({ config: { mail: { url, from: 'chat@example.com' } } });
    const asked = test.call('/v1/auth/signin/email', { body: { email: 'ana@example.org' }, headers: { Origin } });
    await vi.waitFor(() => expect(letters).toHaveLength(1), { timeout: 30_000 });
    const order: string[] = [];
    const closed = test.server.close(0).then(() => order.push('closed'));
    const answered = asked.then(({ status }) => order.push(String(status)));
    free();
    await Promise.all([closed, answered]);
    expect(order).toEqual(['200', 'closed']);
  });
});
