import { editDistance, isSwapped, withoutCommonEnds } from '../lib/editDistance';

/** Shorter names are too similar to those of other programs. */
const SHORTEST_NAME = 7;
/** Names of this length and more may have two typos. */
const LONG_NAME = 10;

/** Prefixes that only our variables have. */
const OURS = 'SOTTO_';

/** Variables of the repository's tools, inherited by servers that they start. */
export const NAMES_OF_TOOLS: readonly string[] = [
  ...['ALL', 'BASE', 'ENGINE', 'FILE_TIMES', 'LATE_FILES', 'MUTANT_LANES', 'NAMED', 'SCRIPTS', 'SHOTS', 'UPDATE_LOOKS'],
  ...['BRAND_SEED', 'FAULTS_SEED', 'FAULT_FIGURES', 'FIRST_SEED', 'FUZZ_RUNS', 'FUZZ_SEED', 'GALLERY_AXE'],
  ...['ATTACK_CORPUS', 'ATTACK_ENGINE', 'ATTACK_PAGES', 'ATTACK_PER_KIND'],
  ...['CHAOS_SECONDS', 'CHAOS_SEED', 'CHAOS_VISITORS', 'TEST_DATABASE_URL', 'TEST_REDIS_URL'],
  // Read by the servers of sites (packages/hub-site/src/studio/identitySnippets.ts).
  'IDENTITY_SECRET',
].map((name) => OURS + name);

/**
 * Kubernetes sets these in each pod for each service of the namespace:
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const SERVICE_LINK = /_(?:SERVICE_(?:HOST|PORT\w*)|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)?)$/;

/** First words that are too general, or of which OpenTelemetry has variables that we do not read. */
const SHARED_WORDS = ['OTEL', 'PUBLIC', 'SITE'];

/** Settings without effect unless another one is set. */
const NEEDED: readonly (readonly [names: RegExp, needed: string])[] = [
  [/^STRIPE_/, 'HUB_BILLING'],
  [/^MAIL_(?:FROM|REPLY_\w+)$/, 'SMTP_URL'],
  [/^OIDC_NAME$/, 'OIDC_ISSUER'],
  [/^REDIS_/, 'REDIS_URL'],
  [/^DATABASE_/, 'DATABASE_URL'],
  [/^S3_(?:REGION|PREFIX)$/, 'S3_BUCKET'],
  [/^SOTTO_BACKUP_(?:HOURS|KEEP)$/, 'SOTTO_BACKUP_DIR'],
];

/** Probably misspelt names, one message each. */
export function refusedNames(names: readonly string[], known: readonly string[]): string[] {
  return unknown(names, known).flatMap((name) => {
    const meant = nearest(name, known);
    if (meant !== undefined) return [`  ${name}: there is no such setting. Did you mean ${meant}?`];
    return name.startsWith(OURS) ? [`  ${name}: there is no such setting. ${describeFamily(name, known)}`] : [];
  });
}

/** Names without effect, as messages for the operator. */
export function namesWithoutEffect(names: readonly string[], known: readonly string[]): string[] {
  const foreign = unknown(names, known).filter(
    (name) => !name.startsWith(OURS) && !SHARED_WORDS.includes(firstWord(name)) && familyOf(name, known).length > 0,
  );
  const idle = names.filter((name) => known.includes(name));
  return [
    ...foreign.map((name) => `${name} is not read. ${describeFamily(name, known)}`),
    ...NEEDED.flatMap(([pattern, needed]) => {
      const alone = names.includes(needed) ? [] : idle.filter((name) => pattern.test(name));
      const verb = alone.length === 1 ? 'has' : 'have';
      return alone.length === 0 ? [] : [`${alone.join(', ')} ${verb} no effect without ${needed}.`];
    }),
  ];
}

function unknown(names: readonly string[], known: readonly string[]): string[] {
  return names.filter((name) => !known.includes(name) && !NAMES_OF_TOOLS.includes(name) && !SERVICE_LINK.test(name));
}

/** The name of ours that differs by one or two typos; for short ones, by two swapped letters. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [meant] = known
    .map((each) => ({ each, slips: rootsOf(name) === rootsOf(each) ? 1 : editDistance(name, each) }))
    .filter(({ each, slips }) =>
      Math.min(name.length, each.length) < SHORTEST_NAME
        ? isSwapped(...withoutCommonEnds(name, each))
        : slips <= (each.length >= LONG_NAME ? 2 : 1),
    )
    .sort((a, b) => a.slips - b.slips);
  return meant?.each;
}

/** A name without plural endings: some write `TRUSTED_PROXIES` for `TRUST_PROXY`. */
function rootsOf(name: string): string {
  return name.replace(/IES(?=_|$)/g, 'Y').replace(/(?:ED|S)(?=_|$)/g, '');
}

function describeFamily(name: string, known: readonly string[]): string {
  return `The settings that begin with ${firstWord(name)}_ are ${familyOf(name, known).join(', ')}.`;
}

function familyOf(name: string, known: readonly string[]): string[] {
  return name.includes('_') ? known.filter((each) => each.startsWith(`${firstWord(name)}_`)) : [];
}

function firstWord(name: string): string {
  return name.replace(/_.*/s, '');
}
