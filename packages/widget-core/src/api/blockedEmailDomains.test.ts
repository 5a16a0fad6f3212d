import { describe, expect, it } from 'vitest';
import { isEmailAddress, looksLikeEmail } from './emailAddress';
import { BLOCKED_EMAIL_DOMAINS, isBlockedEmailDomain } from './blockedEmailDomains';

describe('W-33 the list of disposable domains', () => {
  it('names about 500 domains, sorted, in lower case, each once', () => {
    const domains = [...BLOCKED_EMAIL_DOMAINS];
    expect(domains.length).toBeGreaterThan(450);
    expect(domains.length).toBeLessThan(600);
    expect(domains).toEqual([...domains].sort());
    expect(domains.filter((domain) => !isEmailAddress(`a@${domain}`) || domain !== domain.toLowerCase())).toEqual([]);
  });

  it('has no domain below another one of the list, which would be idle', () => {
    const idle = [...BLOCKED_EMAIL_DOMAINS].filter((domain) =>
      isBlockedEmailDomain(`a@${domain.slice(domain.indexOf('.') + 1)}`),
    );
    expect(idle).toEqual([]);
  });

  it.each([
    'a@mailinator.com',
    ' A@MAILINATOR.COM ',
    'a@x.y.mailinator.com',
    'a@mailinator.com.',
    '"a@b"@yopmail.com',
    'a@ｍailinator.com',
  ])('blocks %s', (address) => {
    expect(isBlockedEmailDomain(address)).toBe(true);
  });

  it.each([
    'a@gmail.com',
    'a@notmailinator.example',
    'a@mailinator.com.example.org',
    'mailinator.com',
    '@mailinator.com',
    'a@',
    '',
    'a@xmailinator.com',
  ])('lets %s pass', (address) => {
    expect(isBlockedEmailDomain(address)).toBe(false);
  });
});

describe('W-33 the checks stay linear on hostile text', () => {
  it('does not look at texts longer than an address', () => {
    const long = `a@${'a.'.repeat(500_000)}mailinator.com`;
    expect(isBlockedEmailDomain(long)).toBe(false);
    expect(isEmailAddress(long)).toBe(false);
  });

  it('answers at the limits of an address', () => {
    const local = 'a'.repeat(64);
    expect(isEmailAddress(`${local}@${'b'.repeat(63)}.com`)).toBe(true);
    expect(isEmailAddress(`${local}a@b.com`)).toBe(false);
    expect(isEmailAddress(`a@${'b'.repeat(64)}.com`)).toBe(false);
    expect(isEmailAddress(`a@${'b.'.repeat(125)}com`)).toBe(false);
    expect(looksLikeEmail('a@b.c')).toBe(true);
    expect(looksLikeEmail('a b@c.d')).toBe(false);
  });
});
