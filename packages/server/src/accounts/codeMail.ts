import type { Mail } from './mailer';

/**
 * The mail with a sign-in code. The link carries the same code and works as long; without one the mail has the code
 * alone.
 */
export function codeMail(to: string, code: string, link: string | undefined): Mail {
  const lines = [
    `Your code is ${code}. It works for ten minutes, once.`,
    ...(link === undefined ? [] : ['Or open this link:', link]),
    'If you did not ask for it, nothing needs to be done.',
  ];
  return { to, subject: `${code} is your sign-in code`, text: lines.join('\n\n') };
}
