/** Example links of the demo's footer, as `SITE_LINKS`. */
export const DEMO_LINKS: { readonly apps: readonly { readonly label: string; readonly href: string }[] };
