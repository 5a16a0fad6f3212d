import { describe, expect, it } from 'vitest';
import { API_ERRORS, type ApiErrorCode } from '@sotto/widget-core/api';
import { ALERT_IN_MS, ALERT_OUT_MS, alertFor, type AlertSurroundings } from './alerts';

const member: AlertSurroundings = {
  path: '/skillsets/skillset_1?tab=2#chat',
  isSignedIn: true,
  plan: 'basic',
  hasTrial: false,
};

describe('H-8 popups by the code of a failed call', () => {
  it('Login', () => {
    expect(alertFor('NOT_AUTHENTICATED', { ...member, isSignedIn: false })).toEqual({
      kind: 'login',
      title: 'Login',
      text: 'You are not authenticated. In order to access this feature, you must be logged in. Please log in and try again.',
      actions: [{ label: 'Login', to: '/signin?callbackUrl=%2Fskillsets%2Fskillset_1%3Ftab%3D2%23chat' }],
    });
  });

  it('Subscribe, to the default plan', () => {
    expect(alertFor('NO_SUBSCRIPTION', member)).toEqual({
      kind: 'subscribe',
      title: 'Subscribe',
      text: 'You do not have an active subscription. In order to access all features, you will need to start a subscription.',
      actions: [
        { label: 'Subscribe', plan: 'basic', trial: false },
        { label: 'Plans', to: '/pricing' },
      ],
    });
    expect(alertFor('NO_SUBSCRIPTION', { ...member, hasTrial: true })?.actions[0]).toEqual({
      label: 'Start Trial',
      plan: 'basic',
      trial: true,
    });
  });

  it('Upgrade, to the next plan', () => {
    expect(alertFor('LIMITS_REACHED', member)).toEqual({
      kind: 'upgrade',
      title: 'Upgrade',
      text: 'You have exceeded the limits of your current plan. In order to access all features, you will need to upgrade your subscription.',
      actions: [
        { label: 'Upgrade', plan: 'pro', trial: false },
        { label: 'See Your Usage', to: '/usage' },
      ],
    });
    expect(alertFor('LIMITS_REACHED', { ...member, plan: 'free', hasTrial: true })?.actions[0]).toEqual({
      label: 'Start Trial',
      plan: 'starter',
      trial: true,
    });
    expect(alertFor('LIMITS_REACHED', { ...member, plan: 'team' })?.actions[0]).toEqual({
      label: 'Upgrade',
      to: '/sales',
    });
  });

  it('Login for a visitor without an account whose tries are used up', () => {
    expect(alertFor('LIMITS_REACHED', { ...member, isSignedIn: false })?.kind).toBe('login');
  });

  it('nothing for every other failure: TOO_MANY_REQUESTS waits instead', () => {
    const silent = (Object.keys(API_ERRORS) as ApiErrorCode[]).filter(
      (code) => !['NOT_AUTHENTICATED', 'NO_SUBSCRIPTION', 'LIMITS_REACHED'].includes(code),
    );
    expect(silent).toContain('TOO_MANY_REQUESTS');
    for (const code of silent) expect(alertFor(code, member)).toBeUndefined();
  });

  it('300 ms in, 200 ms out', () => {
    expect([ALERT_IN_MS, ALERT_OUT_MS]).toEqual([300, 200]);
  });
});
