import { REFERRAL_COOKIE } from '../site/referral';

/** The page, on which an affiliate tracker may have put a function of its own. */
interface ReferralHost {
  readonly document: Pick<Document, 'cookie'>;
  readonly sottoReferral?: unknown;
}

/**
 * The referrer of this visitor, for a purchase: the value of the page's tracker, else of the cookie. Undefined: none.
 */
export function readReferral({ document, sottoReferral }: ReferralHost): string | undefined {
  const referral: unknown = typeof sottoReferral === 'function' ? (sottoReferral as () => unknown)() : undefined;
  if (typeof referral === 'string' && referral !== '') return referral.slice(0, 100);
  return document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${REFERRAL_COOKIE}=`))
    ?.slice(REFERRAL_COOKIE.length + 1);
}
