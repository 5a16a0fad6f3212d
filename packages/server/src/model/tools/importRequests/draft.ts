import { ApiError } from '../../../lib/apiError';
import { PLACEHOLDER } from '../abilityTemplate';

/** The source cannot be imported, as a sentence for its owner. */
export class ImportRefused extends ApiError {
  constructor(message: string) {
    super('UNPROCESSABLE_ENTITY', message);
  }
}

/** Names that hold a key, as parts of headers, query values and bodies. */
export const KEY_NAME = new RegExp(
  '^(?:authorization|cookie)$|' +
    '(?:^|[-_.])(?:auth|token|key|apikey|secret|password|passwd|pwd|credentials?|session|signature|appid|jwt)$|' +
    '(?:api|access|auth|secret|private)[-_]?(?:key|token)',
  'i',
);
/** Tokens by their known beginnings: Stripe, OpenAI, Shopify, GitHub, GitLab, Slack, AWS, JSON Web Tokens. */
const KNOWN_TOKEN =
  /^(?:[sr]k_(?:live|test)_|sk-|shp(?:at|ca|pa|ss)_|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|eyJ[\w-]+\.)/;

/** Whether a value is a key whatever its name is. */
export function isKnownKey(value: string): boolean {
  return KNOWN_TOKEN.test(value);
}

/** Whether the value of a header looks like a key: a long random word. */
export function looksLikeKey(value: string): boolean {
  return (
    isKnownKey(value) ||
    (/^[\w\-.+/=~]{28,}$/.test(value) &&
      /\d/.test(value) &&
      /[a-z]/i.test(value) &&
      !/^(?:[a-z]+\/|[\d.-]+$)/.test(value))
  );
}

/** How much of a text becomes a name, in characters. */
const NAME_READ = 200;

/** A name for an argument that no other has. */
export function argumentName(wanted: string, taken: ReadonlySet<string>): string {
  const plain =
    wanted
      .slice(0, NAME_READ)
      .replaceAll(/[^A-Za-z0-9_]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .replace(/^(?=\d)/, '_')
      .slice(0, 60) || 'value';
  return freeName(plain, taken);
}

/** A name for a secret, in capitals. */
export function secretName(wanted: string, taken: ReadonlySet<string>): string {
  return freeName(argumentName(wanted.toUpperCase(), new Set()), taken);
}

function freeName(plain: string, taken: ReadonlySet<string>): string {
  let name = plain;
  for (let count = 2; taken.has(name); count += 1) name = `${plain}_${String(count)}`;
  return name;
}

const VERBS: Readonly<Record<string, string>> = { GET: 'look up', POST: 'create', DELETE: 'delete' };

/** A name by what a request does, such as `look up orders`. */
export function nameOf(method: string, address: string): string {
  const [, path = ''] = /^https?:\/\/[^/]+(.*)$/i.exec(address.replaceAll(PLACEHOLDER, '')) ?? [];
  const words = path
    .split('/')
    .map((segment) =>
      segment
        .replace(/\.\w{2,5}$/, '')
        .replaceAll(/[-_%.]+/g, ' ')
        .trim(),
    )
    .filter((segment) => /^[a-z][a-z ]{2,40}$/i.test(segment) && !/^api$/i.test(segment));
  return `${VERBS[method] ?? 'change'} ${words.at(-1)?.toLowerCase() ?? 'something'}`;
}
