/** A link of a menu, panel or footer. */
export interface SiteLink {
  readonly label: string;
  /** A path of this site. */
  readonly to: string;
  /** Description in panels. */
  readonly note?: string;
}

/** A menu with its panel. */
export interface SiteMenu extends SiteLink {
  readonly panel: readonly SiteLink[];
}

/** A footer group. */
export interface FooterGroup {
  readonly title: string;
  readonly links: readonly SiteLink[];
}

const PRODUCTS: readonly SiteLink[] = [
  { label: 'Agents', to: '/agents', note: 'Bots that search and act' },
  { label: 'Widgets', to: '/widgets', note: 'The chat on your own site' },
  { label: 'Messaging', to: '/messaging', note: 'Your bot where people write already' },
  { label: 'SDKs', to: '/sdks', note: 'React, script tag and plain HTTP' },
  { label: 'Enterprise', to: '/enterprise', note: 'Your servers, your rules' },
  { label: 'Whitelabel', to: '/whitelabel', note: 'Your name on everything' },
];

const RESOURCES: readonly SiteLink[] = [
  { label: 'Examples', to: '/examples', note: 'Small apps to copy from' },
  { label: 'Docs', to: '/docs', note: 'Every setting and call' },
  { label: 'Tutorials', to: '/tutorials', note: 'From nothing to working' },
  { label: 'Changelog', to: '/changelog', note: 'What is new' },
  { label: 'Reflections', to: '/reflections', note: 'Why we decided as we did' },
  { label: 'Basics', to: '/basics', note: 'Key terms, explained' },
];

/** Main menu of the site (specification 2.3) [H-11]. */
export const MAIN_MENUS: readonly SiteMenu[] = [
  { label: 'Products', to: '/products', panel: PRODUCTS },
  { label: 'Resources', to: '/resources', panel: RESOURCES },
];
export const PRICING: SiteLink = { label: 'Pricing', to: '/pricing' };
/** Actions of the header (specification 2.3) [H-11]. */
export const SIGN_IN: SiteLink = { label: 'Sign In', to: '/overview' };
export const CONTACT_SALES: SiteLink = { label: 'Contact sales', to: '/sales' };

/** Navigation of the Hub with the latest items of each kind (specification 2.2) [H-9]. */
export const HUB_TYPES_NAV: readonly (SiteLink & { readonly latest: SiteLink })[] = [
  {
    label: 'Skillsets',
    to: '/hub/skillsets',
    note: 'Abilities a bot may use',
    latest: { label: 'Latest skillsets', to: '/hub/skillsets/latest' },
  },
  {
    label: 'Bots',
    to: '/hub/bots',
    note: 'Instructions with abilities and knowledge',
    latest: { label: 'Latest bots', to: '/hub/bots/latest' },
  },
  {
    label: 'Datasets',
    to: '/hub/datasets',
    note: 'Documents a bot may look things up in',
    latest: { label: 'Latest datasets', to: '/hub/datasets/latest' },
  },
  {
    label: 'Widgets',
    to: '/hub/widgets',
    note: 'Chats, ready to embed',
    latest: { label: 'Latest widgets', to: '/hub/widgets/latest' },
  },
  {
    label: 'Blueprints',
    to: '/hub/blueprints',
    note: 'Parts that work together',
    latest: { label: 'Latest blueprints', to: '/hub/blueprints/latest' },
  },
];
export const HUB_HOME: SiteLink = { label: 'Hub', to: '/hub' };
export const COLLECTIONS: SiteLink = { label: 'Collections', to: '/hub/collections' };
export const COLLECTION_LINKS: readonly SiteLink[] = [
  { label: 'GPTs', to: '/hub/collections/gpts' },
  { label: 'Top AI image generators', to: '/hub/collections/top-ai-image-generators' },
];
/** Create menu (specification 2.2) [H-9]. */
export const CREATE_LINKS: readonly SiteLink[] = [
  { label: 'Skillset', to: '/skillsets/new' },
  { label: 'Bot', to: '/bots/new' },
  { label: 'Dataset', to: '/datasets/new' },
  { label: 'Widget', to: '/integrations/widget/new' },
  { label: 'Blueprint', to: '/blueprints/new' },
];
/** Top bar of the Hub (specification 2.2) [H-9]. */
export const TOP_LINKS: readonly SiteLink[] = [
  { label: 'Dashboard', to: '/overview' },
  { label: 'Apps', to: '/apps' },
  { label: 'Examples', to: '/examples' },
];

/**
 * Groups of the footer (specification 2.3); five links of each show at first [H-9, H-11]. Links outside the site are
 * added from the settings.
 */
export const FOOTER_GROUPS: readonly FooterGroup[] = [
  {
    title: 'Products',
    links: [
      ...PRODUCTS,
      { label: 'Apps', to: '/apps' },
      { label: 'Hub', to: '/hub' },
      { label: 'Playground', to: '/playground' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Connections', to: '/connections' },
      { label: 'Examples', to: '/examples' },
      { label: 'Docs', to: '/docs' },
      { label: 'Tutorials', to: '/tutorials' },
      { label: 'Changelog', to: '/changelog' },
      { label: 'Reflections', to: '/reflections' },
      { label: 'Basics', to: '/basics' },
      { label: 'Features', to: '/features' },
      { label: 'Episodes', to: '/episodes' },
      { label: 'Solutions', to: '/solutions' },
      { label: 'Stories', to: '/stories' },
      { label: 'Newsletter', to: '/newsletter' },
      { label: 'Feeds', to: '/feeds' },
      { label: 'AI bots', to: '/ai/bots' },
      { label: 'AI assistants', to: '/ai/assistants' },
      { label: 'AI widgets', to: '/ai/widgets' },
      { label: 'AI generators', to: '/ai/generators' },
      { label: 'Conversational AI', to: '/conversational/ai' },
    ],
  },
  {
    title: 'Hub',
    links: [
      ...HUB_TYPES_NAV.map(({ label, to }) => ({ label, to })),
      COLLECTIONS,
      ...COLLECTION_LINKS,
      ...HUB_TYPES_NAV.map(({ latest }) => latest),
      { label: 'How the Hub ranks', to: '/hub/about-ranking' },
    ],
  },
  {
    title: 'About',
    links: [
      { label: 'Careers', to: '/careers' },
      { label: 'Terms', to: '/legal/terms' },
      { label: 'Privacy', to: '/legal/privacy' },
      { label: 'Explore more', to: '/explore' },
    ],
  },
];

/** All paths linked from menus, panels and the footer. */
export function allSiteLinks(): string[] {
  const links = [
    ...MAIN_MENUS.flatMap((menu) => [menu, ...menu.panel]),
    PRICING,
    SIGN_IN,
    CONTACT_SALES,
    HUB_HOME,
    COLLECTIONS,
    ...COLLECTION_LINKS,
    ...CREATE_LINKS,
    ...TOP_LINKS,
    ...HUB_TYPES_NAV.flatMap((type) => [type, type.latest]),
    ...FOOTER_GROUPS.flatMap((group) => group.links),
  ];
  return [...new Set(links.map(({ to }) => to))];
}
