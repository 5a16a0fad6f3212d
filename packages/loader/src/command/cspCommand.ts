import { POLICY_FORMATS, writePolicy, type PolicyFormat } from '../csp/writePolicy';
import { readArguments, suggestion, UsageError } from './readArguments';

/** The output of `csp --help`. */
export const CSP_HELP = `Prints what the policy of a page must allow for the chat.

  npx @sotto/loader csp --base https://chat.example.com [options]

  --base <address>     address of your Sotto server
  --voice              dictation and spoken replies: adds a Permissions-Policy
  --images <origin>    origin of the launcher's icon; several: separated by commas
  --format <format>    ${POLICY_FORMATS.join(', ')} (default: header)
  --report-only        only report, block nothing`;

/**
 * `csp`: arguments → text to paste.
 *
 * @throws UsageError
 */
export function cspCommand(words: readonly string[]): string {
  const options = readArguments(words, {
    base: 'text',
    voice: 'flag',
    images: 'text',
    format: 'text',
    'report-only': 'flag',
    help: 'flag',
  });
  if (options.has('help')) return CSP_HELP;
  const base = options.get('base')?.at(-1);
  if (base === undefined)
    throw new UsageError('--base is missing: the address of your Sotto server, such as https://chat.example.com');
  const images = (options.get('images') ?? [])
    .flatMap((value) => value.split(','))
    .map((address) => readOrigin(address.trim(), '--images'));
  const needs = { origin: readOrigin(base, '--base'), voice: options.has('voice'), images: [...new Set(images)] };
  const format = readFormat(options.get('format')?.at(-1) ?? 'header');
  const isReportOnly = options.has('report-only');
  if (isReportOnly && format === 'meta')
    throw new UsageError(
      '--report-only does not go with --format meta: browsers ignore a report-only policy in a meta tag',
    );
  return writePolicy(needs, format, isReportOnly);
}

function readFormat(written: string): PolicyFormat {
  const format = POLICY_FORMATS.find((one) => one === written);
  if (format === undefined)
    throw new UsageError(
      `There is no format "${written}" (${POLICY_FORMATS.join(', ')})${suggestion(written, POLICY_FORMATS)}`,
    );
  return format;
}

/** Origin of an address. @throws UsageError if it is not a valid source in a policy */
function readOrigin(address: string, option: string): string {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new UsageError(`${option} needs an address that begins with https:// or http://, not "${address}"`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${option}: an address with a user name or password cannot be in a policy`);
  return url.origin;
}
