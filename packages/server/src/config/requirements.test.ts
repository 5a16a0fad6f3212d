import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROFILES } from './accessConfig';
import { REQUIREMENTS, requireProfile, unmetRequirements } from './requirements';
import { readServerConfig } from './serverConfig';

/** Settings that meet every demand. */
const MET = {
  SOTTO_PROFILE: 'regulated',
  PUBLIC_URL: 'https://chat.example.com',
  SOTTO_KEY: 'a-key-that-is-long-enough-to-be-one',
  REGISTRATION: 'invite',
  SOTTO_KEEP_DAYS: '365',
  DATABASE_URL: 'postgres://db.example.com/sotto?sslmode=verify-full',
  REDIS_URL: 'rediss://redis.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Chat <chat@example.com>',
};
const unmetOf = (settings: Record<string, string | undefined>): string[] =>
  unmetRequirements(readServerConfig({ ...MET, ...settings })).map(({ id }) => id);

describe('A713 SOTTO_PROFILE=regulated', () => {
  it('starts with settings that meet it', () => {
    expect(unmetOf({})).toEqual([]);
    expect(() => requireProfile(readServerConfig(MET))).not.toThrow();
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['https', { PUBLIC_URL: undefined }],
    ['https', { PUBLIC_URL: 'http://chat.example.com' }],
    ['sealing-key', { SOTTO_KEY: undefined }],
    ['registration', { REGISTRATION: undefined }],
    ['registration', { REGISTRATION: 'domain', REGISTRATION_DOMAINS: 'example.com' }],
    ['budgets', { BUDGET_ADDRESS: 'off' }],
    ['budgets', { BUDGET_UPLOADS: 'off' }],
    ['budgets', { BUDGET_WORK: 'off' }],
    ['budgets', { BUDGET_STORAGE: 'off' }],
    ['retention', { SOTTO_KEEP_DAYS: undefined }],
    ['audit-log', { SOTTO_AUDIT_DAYS: '364' }],
    ['database', { DATABASE_URL: undefined, REDIS_URL: undefined }],
    ['database-encryption', { DATABASE_URL: 'postgres://db.example.com/sotto' }],
    ['database-encryption', { DATABASE_URL: 'postgres://db.example.com/sotto?sslmode=no-verify' }],
    ['redis-encryption', { REDIS_URL: 'redis://redis.example.com' }],
    ['mail', { SMTP_URL: undefined, MAIL_FROM: undefined }],
  ])('names %s for %j', (id, settings) => {
    expect(unmetOf(settings)).toEqual([id]);
  });

  it.each([
    { DATABASE_URL: 'postgres://localhost/sotto', REDIS_URL: 'redis://127.0.0.1:6379' },
    { DATABASE_URL: 'postgres:///sotto?host=/var/run/postgresql' },
    { SOTTO_AUDIT_DAYS: '365' },
    { SOTTO_AUDIT_DAYS: 'off' },
    {
      SIGN_IN: 'provider',
      REGISTRATION: 'open',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'chat',
      OIDC_CLIENT_SECRET: 'secret',
      SMTP_URL: undefined,
      MAIL_FROM: undefined,
    },
  ])('takes %j', (settings) => {
    expect(unmetOf(settings)).toEqual([]);
  });

  it('names every demand at once, with the variable that meets it', () => {
    const settings = { SOTTO_PROFILE: 'regulated', BUDGET_WIDGET: 'off', SOTTO_AUDIT_DAYS: '30' };
    const read = (): void => requireProfile(readServerConfig(settings));
    const settable = REQUIREMENTS.filter(({ id, isMet }) => isMet !== undefined && !id.endsWith('-encryption'));
    for (const { id, demand, remedy } of settable) expect(read).toThrow(`  ${id}: ${demand}. ${remedy}.`);
    expect(read).toThrow(/^SOTTO_PROFILE=regulated is not met:\n(?: {2}.*\n?){8}$/);
  });

  it('demands nothing unless it is asked for, and is no other word', () => {
    expect(() => requireProfile(readServerConfig({}))).not.toThrow();
    expect(() => readServerConfig({ SOTTO_PROFILE: 'strict' })).toThrow(
      `SOTTO_PROFILE: expected ${PROFILES.join(' or ')}`,
    );
  });

  it('is the table of the operator’s guide', () => {
    const guide = readFileSync(new URL('../../../../docs/guides/operator.md', import.meta.url), 'utf8');
    const rows = REQUIREMENTS.map(({ id, demand, remedy }) => `| \`${id}\` | ${demand} | ${remedy} |`);
    expect(guide).toContain(['| id | demands | how to meet it |', '|---|---|---|', ...rows, ''].join('\n'));
  });
});
