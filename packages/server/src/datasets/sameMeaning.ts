import { ENGLISH } from './meanings/english';
import { GERMANIC } from './meanings/germanic';
import { ROMANCE } from './meanings/romance';
import { SLAVIC } from './meanings/slavic';
import { WORLD } from './meanings/world';
import { isSign, toTerms } from './terms';

/**
 * Words of visitors and of the sites they ask: one line for each thing that goes by several names. Forms of a word and
 * the compounds it is in are found without being listed; `0price` and the like are signs (`terms.ts`).
 */
const LINES = [ENGLISH, GERMANIC, ROMANCE, SLAVIC, WORLD];

/** Words of the documentation and of those who ask about it. */
const DOCUMENTATION = `
  colour color red green blue yellow orange purple pink black white
  remove delete erase uninstall
  setting set config configure option preference customise customize change
  picture image photo
  install embed setup add insert paste put
  database db
  postgresql postgres
  button launcher bubble
  start launch run
  website site page webpage
  dark night
  csp content-security-policy
  licence license
  export download transcript save
  javascript js script snippet
  model llm gpt openai ollama chatgpt
  limit quota maximum
  host deploy deployment
  error problem fail failure trouble broken troubleshoot
  privacy gdpr tracking track cookie
  https ssl tls
  citation source cite reference
  several multiple
  cost price fee charge
  human person agent
  colleague coworker member team
  email mail
  need require requirement
  notify notification
  conversation message
  keep retain retention store
  mobile phone iphone android smartphone
  vote rate rating feedback thumb helpful
  crawl read
  statistics insights analytics figures dashboard
  browser chrome firefox safari edge explorer opera
  machine windows linux mac macos
  slideover sidebar drawer
  solve done finish
  welcome greeting initial intro
  knowledge dataset document learn train
  role permission right
  logo icon picture avatar
  disable hide
  update upgrade release
  retry attempt
  scheduled automatic nightly
  block forbid allow
  size maximum
  health probe ready
  shortcut key
  folder directory disk
  block ban
  2fa mfa totp second-factor two-factor authenticator
  sso oidc openid single-sign-on google microsoft
  gtm tag-manager
  wp wordpress
  ci github gitlab pipeline
  k8s kubernetes helm
  visitor customer user client guest
`;

/** Groups of terms with the same meaning, one for each thing. */
export interface SameMeanings {
  readonly groups: readonly (readonly string[])[];
  /** What another term of a group counts, 0 to 1. */
  readonly nearness: number;
}

const groupsOf = (lines: string): string[][] =>
  lines
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => [...new Set(line.split(' ').map((word) => (isSign(word) ? word : (toTerms(word)[0] ?? word))))]);

/** For the content of owners. */
export const GENERAL_MEANINGS: SameMeanings = { groups: LINES.flatMap(groupsOf), nearness: 0.6 };
/** For the documentation, whose words are known. */
export const DOCUMENTATION_MEANINGS: SameMeanings = { groups: groupsOf(DOCUMENTATION), nearness: 0.8 };
