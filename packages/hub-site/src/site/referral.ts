/** Cookie with the visitor's referrer. Readable by scripts, because a purchase can start in a popup. */
export const REFERRAL_COOKIE = 'sotto_referral';
/** How long it is kept, in seconds (30 days, hub.md 9). */
const KEPT_SECONDS = 2_592_000;

/**
 * Cookie that stores `?ref=` or `?via=` of a link; undefined if there is nothing to store.
 *
 * Nothing is stored if nothing is sold, or if the browser opts out of tracking (Global Privacy Control).
 *
 * @param path - the site's prefix
 */
export function referralCookie(
  request: Request,
  url: URL,
  { sellsPlans, path }: { sellsPlans: boolean; path: string },
): string | undefined {
  const code = url.searchParams.get('ref') ?? url.searchParams.get('via') ?? '';
  if (
    !sellsPlans ||
    request.method !== 'GET' ||
    request.headers.get('sec-gpc') === '1' ||
    !/^[\w.-]{1,100}$/.test(code)
  )
    return undefined;
  return (
    `${REFERRAL_COOKIE}=${code}; Path=${path === '' ? '/' : path}; Max-Age=${String(KEPT_SECONDS)}; ` +
    `SameSite=Lax${url.protocol === 'https:' ? '; Secure' : ''}`
  );
}
