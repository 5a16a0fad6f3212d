/** Cookie with who sent a visitor here. Scripts may read it: a purchase can begin in a popup. */
export const REFERRAL_COOKIE = 'sotto_referral';
/** How long it is kept, in seconds (30 days, hub.md 9). */
const KEPT_SECONDS = 2_592_000;

/**
 * The cookie that remembers `?ref=` or `?via=` of a link; undefined when there is nothing to keep.
 *
 * Nothing is stored if nothing is sold, nor for a browser that opts out of tracking (Global Privacy Control).
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
