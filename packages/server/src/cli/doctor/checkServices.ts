import type { MailSettings } from '../../config/builderConfig';
import type { ServerConfig } from '../../config/serverConfig';
import { connectRedis, redisScript } from '../../events/redisLink';
import { ANSWER_MS, type ServiceFinding } from './checkModels';
import { reasonOf } from '../../lib/plainReason';
import { failed, ok, warning, type Finding } from './finding';

const TIME = redisScript(`local time = redis.call('TIME') return time[1] .. '.' .. string.format('%06d', time[2])`);

/** Asks Redis for the time. */
export async function checkRedis({ redisUrl, redisIsCluster, redisPrefix }: ServerConfig): Promise<ServiceFinding> {
  if (redisUrl === undefined) return { finding: ok('redis', 'Not used: this process is the only one') };
  const fix = 'Check REDIS_URL, that Redis runs, and that this machine may reach it';
  let reason: unknown;
  try {
    const link = await connectRedis({
      url: redisUrl,
      isCluster: redisIsCluster,
      prefix: redisPrefix,
      onChange: (_isReady, error) => (reason = error),
    });
    try {
      const askedAt = Date.now();
      const now = Number(await link.run(TIME, 'doctor')) * 1000;
      const offset = { name: 'Redis', offsetMs: now - (askedAt + Date.now()) / 2 };
      return { finding: ok('redis', 'Redis answers'), offsets: [offset] };
    } finally {
      await link.close();
    }
  } catch (error) {
    return { finding: failed('redis', `Redis cannot be used: ${reasonOf(reason ?? error)}`, fix) };
  }
}

/** Greets the mail server, encrypts and signs in as for a mail, and sends none. */
export async function checkMail(mail: MailSettings | undefined): Promise<Finding> {
  if (mail === undefined)
    return warning('mail', 'No mail server is set: sign-in codes are in the log', 'Set SMTP_URL and MAIL_FROM');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  });
  try {
    await transport.verify();
    return ok('mail', `${new URL(mail.url).host} accepts this server`);
  } catch (error) {
    return failed('mail', `The mail server cannot be used: ${reasonOf(error)}`, 'Check SMTP_URL');
  } finally {
    transport.close();
  }
}
