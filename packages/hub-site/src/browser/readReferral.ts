import { REFERRAL_COOKIE } from '../site/referral';

/** The window, on which an affiliate tracker may have added a function. */
interface ReferralHost {
  readonly document: Pick<Document, 'cookie'>;
  readonly sottoReferral?: unknown;
}

/**
 * The visitor's referrer for a purchase: from the page's tracker, otherwise from the cookie; undefined if there is
 * none.
 */
export function readReferral({ document, sottoReferral }: ReferralHost): string | undefined {
  const referral: unknown = typeof sottoReferral === 'function' ? (sottoReferral as () => unknown)() : undefined;
  if (typeof referral === 'string' && referral !== '') return referral.slice(0, 100);
  return document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${REFERRAL_COOKIE}=`))
    ?.slice(REFERRAL_COOKIE.length + 1);
}
