import type { MailLog, VisitorMail } from '@sotto/hub-api';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { VisitorMailLog } from './VisitorMailLog';

const LOG: MailLog = { email: 'zoe@visitor.example', stopped: null, isOn: true, items: [] };
const MAIL: VisitorMail = {
  id: 'vmail_1',
  state: 'sent',
  reason: null,
  email: 'zoe@visitor.example',
  answers: 2,
  dueAt: null,
  createdAt: 1_790_000_000_000,
  updatedAt: 1_790_000_300_000,
};
/** The words that a reader sees. */
const show = (change: Partial<MailLog>): string =>
  renderToStaticMarkup(<VisitorMailLog log={{ ...LOG, ...change }} />).replaceAll(/<[^>]+>/g, '');
const showMail = (change: Partial<VisitorMail>): string => show({ items: [{ ...MAIL, ...change }] });

describe('OW-22 the log of mails in a conversation', () => {
  it('is not there without an address', () => {
    expect(show({ email: null })).toBe('');
  });

  it('says whether answers are mailed, and why not', () => {
    expect(show({})).toContain('your answers are also sent by email');
    expect(show({ isOn: false })).toContain('emails to visitors are off');
    expect(show({ stopped: 'asked' })).toContain('The visitor has stopped these emails.');
    expect(show({ stopped: 'bounced' })).toContain('This address does not exist.');
  });

  it('shows each mail with its state', () => {
    expect(showMail({})).toContain('Emailed to zoe@visitor.example: 2 answers2026-09-21 14:18 UTC');
    expect(showMail({ answers: 1, state: 'queued' })).toContain('Being sent to zoe@visitor.example: 1 answer');
    expect(showMail({ state: 'waiting', email: null, dueAt: MAIL.createdAt })).toContain('Will be emailed unless');
    expect(showMail({ state: 'failed', reason: 'limit' })).toContain('Not emailed to zoe@visitor.example: the daily');
    expect(showMail({ state: 'stopped', reason: 'asked' })).toContain('the visitor has stopped these emails');
    expect(showMail({ state: 'failed', reason: null })).toContain('it failed');
  });
});
