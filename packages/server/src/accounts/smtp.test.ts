import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSmtpMailer } from './mailer';
import { readServerConfig } from '../config/serverConfig';
import { mails, users } from '../db/schema';
import { createManualClock } from '../testing/manualClock';
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

function ask({ call }: TestServer, email: string, more: object = {}): Promise<Response> {
  return call('/v1/auth/signin/email', { body: { email, ...more }, headers: { Origin } });
}

/** A mail server that accepts connections and never answers. */
async function startSilent() {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${String((silent.address() as AddressInfo).port)}`,
    sockets,
    close() {
      for (const socket of sockets) socket.destroy();
      silent.close();
    },
  };
}

/**
 * A mail server that lets one user in and keeps what it is given.
 *
 * @param isFree - until it resolves, mails are received and not answered
 * @param refuses - an address for which it takes no mail
 * @param policy - an address for which it takes no mail of this sender
 */
async function startPost(
  isFree: Promise<void> = Promise.resolve(),
  { refuses, policy }: { refuses?: string; policy?: string } = {},
) {
  const letters: { from: string; to: string[]; text: string }[] = [];
  const counts = { connections: 0, refused: 0 };
  post = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      counts.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'chat' && password === 'p:ss' ? done(null, { user: username }) : done(new Error('Wrong')),
    onRcptTo({ address }, _session, done) {
      if (address === policy) return done(Object.assign(new Error('5.7.1 Not from you'), { responseCode: 550 }));
      if (address !== refuses) return done();
      counts.refused += 1;
      done(Object.assign(new Error(`${address} is unknown`), { responseCode: 550 }));
    },
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
    const asked = await ask(test, 'ana@example.org', { callbackUrl: '/usage' });
    expect(await asked.json()).toEqual({ sent: true });
    await vi.waitFor(() => expect(letters).toHaveLength(1), { timeout: 30_000 });
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

  it('is answered before the mail server is, and a failing one is shown to the next who asks, whoever may enter', async () => {
    const { url } = await startPost();
    const lines: string[] = [];
    test = await startTestServer({
      config: {
        mail: { url: url.replace('p%3Ass', 'wrong'), from: 'chat@example.com' },
        registration: { mode: 'closed', domains: [] },
        logLevel: 'error',
      },
      writeLog: (line) => lines.push(line),
    });
    await test.database.insert(users).values({ id: 'user_1', name: 'Ana', email: 'ana@example.org' });
    expect((await ask(test, 'ana@example.org')).status).toBe(200);
    const { database } = test;
    await vi.waitFor(async () => expect(await database.select().from(mails)).toMatchObject([{ failure: 'server' }]), {
      timeout: 30_000,
    });
    expect(lines.join('')).toContain('"event":"mail"');
    for (const email of ['ana@example.org', 'nobody@example.org']) {
      const response = await ask(test, email);
      const body = await response.text();
      expect(response.status).toBe(503);
      expect(body).toContain('Email cannot be sent at the moment.');
      for (const secret of ['wrong', '127.0.0.1', 'ana@']) expect(body).not.toContain(secret);
    }
    for (const secret of ['ana@', 'p%3Ass', 'sign-in code']) expect(lines.join('')).not.toContain(secret);
  });

  it('that is refused for good is given up, and the sign-in page stays open', async () => {
    const { url, counts } = await startPost(undefined, { refuses: 'gone@example.org' });
    const lines: string[] = [];
    test = await startTestServer({
      config: { mail: { url, from: 'chat@example.com' }, logLevel: 'error' },
      writeLog: (line) => lines.push(line),
    });
    expect((await ask(test, 'gone@example.org')).status).toBe(200);
    await vi.waitFor(() => expect(lines.join('')).toContain('"isGivenUp":true'), { timeout: 30_000 });
    expect(lines.join('')).not.toContain('gone@');
    expect((await ask(test, 'gone@example.org')).status).toBe(200);
    await vi.waitFor(() => expect(counts.refused).toBe(2), { timeout: 30_000 });
  });
});

describe('SV-37 mails and a mail server that is slow', () => {
  const letter = { to: 'ana@example.org', subject: 'Hello', text: 'Hello', id: 'mail_1' };

  it('SV-37 mails share a connection, and the wait for a mail server has an end', async () => {
    const { url, letters, counts } = await startPost();
    const mailer = createSmtpMailer({ url, from: 'Chat <chat@example.com>' });
    for (let count = 0; count < 3; count += 1) await mailer.send(letter);
    await mailer.close?.();
    expect([letters.length, counts.connections]).toEqual([3, 1]);
    expect(letters[0]?.text).toMatch(/^Message-ID: <mail_1@example\.com>\r$/m);

    const silent = await startSilent();
    const patient = createSmtpMailer({ url: silent.url, from: 'chat@example.com' }, 20);
    // The wait for a greeting and that for any answer end at the same moment: either may come first.
    await expect(patient.send(letter)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await patient.close?.();
    silent.close();
  });

  it('SV-37 no call waits for a mail server that says nothing', async () => {
    const silent = await startSilent();
    const clock = createManualClock();
    const mailer = createSmtpMailer({ url: silent.url, from: 'chat@example.com' });
    test = await startTestServer({ mailer, clock });
    expect((await ask(test, 'ana@example.org')).status).toBe(200);
    await vi.waitFor(() => expect(silent.sockets.size).toBe(1), { timeout: 30_000 });
    expect(await test.database.select().from(mails)).toMatchObject([{ attempts: 1, failedAt: null }]);
    silent.close();
  });

  it('SV-37 a stop waits for the mails that are being sent', async () => {
    let free: () => void = () => undefined;
    const { url, letters } = await startPost(new Promise((resolve) => (free = resolve)));
    test = await startTestServer({ config: { mail: { url, from: 'chat@example.com' } } });
    expect((await ask(test, 'ana@example.org')).status).toBe(200);
    await vi.waitFor(() => expect(letters).toHaveLength(1), { timeout: 30_000 });
    const order: string[] = [];
    const closed = test.server.close(0).then(() => order.push('closed'));
    void new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      order.push('free');
      free();
    });
    await closed;
    expect(order).toEqual(['free', 'closed']);
  });

  it('OW-22 a name of somebody else is shown as the sender and ends no header, and one click stops the mails', async () => {
    const { url, letters } = await startPost();
    const mailer = createSmtpMailer({ url, from: 'Chat <chat@example.com>' });
    await mailer.send({
      to: 'zoe@visitor.example',
      subject: 'Tea\r\nBcc: eve@example.com',
      text: 'Yes',
      html: '<p>Yes</p>',
      senderName: 'Tea "shop" <boss@example.com>\r\nBcc: eve@example.com',
      unsubscribeUrl: 'https://chat.example/stop?token=1',
    });
    await mailer.close?.();
    expect(letters).toMatchObject([{ from: 'chat@example.com', to: ['zoe@visitor.example'] }]);
    const head = (letters[0]?.text ?? '').split('\r\n\r\n')[0]?.replaceAll(/\r\n\s+/g, ' ') ?? '';
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head).toMatch(/^From: .*<chat@example\.com>$/m);
    expect(head).toMatch(/^List-Unsubscribe: <https:\/\/chat\.example\/stop\?token=1>$/m);
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(letters[0]?.text).toContain('<p>Yes</p>');
  });

  it('OW-22 an address that does not exist bounces; one that a policy refuses does not', async () => {
    const { url } = await startPost(undefined, { refuses: 'gone@visitor.example', policy: 'policy@visitor.example' });
    const mailer = createSmtpMailer({ url, from: 'chat@example.com' });
    const send = (to: string): Promise<void> => mailer.send({ to, subject: 'Yes', text: 'Yes' });
    await expect(send('gone@visitor.example')).rejects.toMatchObject({ isFinal: true, isBounce: true });
    await expect(send('policy@visitor.example')).rejects.toMatchObject({ isFinal: true, isBounce: false });
    await mailer.close?.();
  });
});
