import { REQUEST_METHODS, type AbilityRequest, type RequestArgument } from '@sotto/hub-api';
import { argumentName, ImportRefused, isKnownKey, KEY_NAME, looksLikeKey, nameOf, secretName } from './draft';
import type { AbilityDraft, DraftSecret } from '../../../reading/readingJobs';
import { splitWords, VARIABLE } from './shellWords';

/** Longest command that is read, in characters. */
export const COMMAND_MAX_LENGTH = 100_000;

/** Options that change nothing about the request here: output, waiting, connections. Those in the second list take a value. */
const IGNORED = new Set(
  (
    's S silent show-error k insecure i include show-headers v verbose f fail fail-with-body L location location-trusted g globoff ' +
    'compressed N no-buffer # progress-bar http1.1 http1.0 http2 http3 0 2 4 6 ipv4 ipv6 tcp-nodelay no-keepalive no-progress-meter ' +
    'path-as-is remote-name O J remote-header-name basic anyauth tlsv1.2 tlsv1.3 ssl-no-revoke q disable styled-output no-sessionid j ' +
    'junk-session-cookies'
  ).split(' '),
);
const IGNORED_WITH_VALUE = new Set(
  (
    'o output m max-time connect-timeout retry retry-delay retry-max-time A user-agent e referer w write-out x proxy c cookie-jar D ' +
    'dump-header stderr trace trace-ascii max-redirs limit-rate resolve connect-to cacert ciphers interface dns-servers keepalive-time'
  ).split(' '),
);
const WITH_VALUE = new Set(
  (
    'X request H header d data data-ascii data-raw data-binary data-urlencode json u user b cookie url url-query oauth2-bearer F form ' +
    'form-string T upload-file K config E cert key aws-sigv4 C continue-at r range'
  ).split(' '),
);
/** Options without which the request would be another one. */
const REFUSED: Readonly<Record<string, string>> = {
  F: 'Forms with files (-F) cannot be sent by an ability',
  form: 'Forms with files (--form) cannot be sent by an ability',
  'form-string': 'Forms of this type (--form-string) cannot be sent by an ability',
  T: 'Files cannot be uploaded by an ability (-T)',
  'upload-file': 'Files cannot be uploaded by an ability (--upload-file)',
  K: 'Settings in a file (-K) cannot be imported',
  config: 'Settings in a file (--config) cannot be imported',
  E: 'Certificates of a client (-E) cannot be sent by an ability',
  cert: 'Certificates of a client (--cert) cannot be sent by an ability',
  key: 'Certificates of a client (--key) cannot be sent by an ability',
  I: 'HEAD requests (-I) have no answer that a bot could read',
  head: 'HEAD requests (--head) have no answer that a bot could read',
  digest: 'Signing in by --digest is not supported',
  ntlm: 'Signing in by --ntlm is not supported',
  negotiate: 'Signing in by --negotiate is not supported',
  'aws-sigv4': 'Signed requests (--aws-sigv4) are not supported',
};
/** Headers that browsers add, or that belong to the connection. */
const BROWSER_HEADER = new RegExp(
  '^(?:accept-(?:language|encoding)|user-agent|origin|referer|host|connection|content-length|dnt|priority|cache-control|' +
    'pragma|upgrade-insecure-requests|if-(?:none-match|modified-since)|sec-.*|te|x-requested-with|expect|proxy-.*|' +
    'postman-token)$',
  'i',
);

/** The command, taken apart. */
interface Command {
  urls: string[];
  method: string | undefined;
  headers: [name: string, value: string][];
  data: string[];
  isJson: boolean;
  isGet: boolean;
  query: string[];
}

/**
 * Reads a curl command as an ability. Keys in its headers become secrets; the text has only their names.
 *
 * @param taken - names of secrets that there are
 * @throws ImportRefused with a sentence for the owner
 */
export function readCurl(text: string, taken: ReadonlySet<string>): AbilityDraft {
  if (text.length > COMMAND_MAX_LENGTH) throw new ImportRefused('The command is too long');
  const words = splitWords(text.trim().replace(/^\$\s+/, ''));
  const start = words.findIndex((word) => /(?:^|[/\\])curl(?:\.exe)?$/i.test(word));
  if (/^(?:invoke-|iwr|irm|fetch\()/i.test(words[0] ?? ''))
    throw new ImportRefused('This is no curl command: in the browser, choose “Copy as cURL”');
  if (start < 0 || start > 3) throw new ImportRefused('Expected a command that begins with curl');
  return new DraftMaker(readOptions(words.slice(start + 1)), taken).make();
}

function readOptions(words: readonly string[]): Command {
  const command: Command = {
    urls: [],
    method: undefined,
    headers: [],
    data: [],
    isJson: false,
    isGet: false,
    query: [],
  };
  const rest = [...words];
  const value = (option: string): string => {
    const next = rest.shift();
    if (next === undefined) throw new ImportRefused(`The option ${option} has no value: copy the whole command`);
    return next;
  };
  while (rest.length > 0) {
    const word = rest.shift() ?? '';
    if (word.startsWith('--') && word.length > 2) {
      const [, name = '', given] = /^--([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
      if (given !== undefined) rest.unshift(given);
      apply(command, name, word, value);
    } else if (word.startsWith('-') && word.length > 1) {
      for (let index = 1; index < word.length; index += 1) {
        const name = word[index] ?? '';
        const attached = word.slice(index + 1);
        const takes = WITH_VALUE.has(name) || IGNORED_WITH_VALUE.has(name);
        if (takes && attached !== '') rest.unshift(attached);
        apply(command, name, `-${name}`, value);
        if (takes) break;
      }
    } else command.urls.push(word);
  }
  return command;
}

function apply(command: Command, name: string, option: string, value: (option: string) => string): void {
  const refusal = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
  if (refusal !== undefined) throw new ImportRefused(refusal);
  if (IGNORED.has(name)) return;
  if (IGNORED_WITH_VALUE.has(name)) value(option);
  else if (name === 'G' || name === 'get') command.isGet = true;
  else if (WITH_VALUE.has(name)) applyValue(command, name, value(option), option);
  else
    throw new ImportRefused(
      `The option ${option.slice(0, 60)} is not supported: leave it out if the request works without it`,
    );
}

function applyValue(command: Command, name: string, value: string, option: string): void {
  switch (name) {
    case 'X':
    case 'request':
      command.method = value.toUpperCase();
      return;
    case 'H':
    case 'header':
      addHeader(command, value);
      return;
    case 'u':
    case 'user':
      command.headers.push(['Authorization', basic(value)]);
      return;
    case 'oauth2-bearer':
      command.headers.push(['Authorization', `Bearer ${value}`]);
      return;
    case 'b':
    case 'cookie':
      if (!value.includes('=')) throw new ImportRefused('Cookies in a file (-b) cannot be imported');
      command.headers.push(['Cookie', value]);
      return;
    case 'url':
      command.urls.push(value);
      return;
    case 'url-query':
      command.query.push(encodePair(value, option));
      return;
    case 'data-urlencode':
      command.data.push(encodePair(value, option));
      return;
    case 'json':
      command.isJson = true;
      command.data.push(noFile(value, option));
      return;
    case 'd':
    case 'data':
    case 'data-ascii':
    case 'data-binary':
      command.data.push(noFile(value, option));
      return;
    case 'data-raw':
      command.data.push(value);
      return;
    default:
      throw new ImportRefused(`The option ${option} is not supported`);
  }
}

function addHeader({ headers }: Command, line: string): void {
  if (line.startsWith('@')) throw new ImportRefused('Headers in a file (-H @…) cannot be imported');
  const [, name = '', value = ''] = /^([^:;]+):\s*([^]*)$/.exec(line) ?? [];
  // `Name;` and `Name:` are headers without a value.
  if (value.trim() !== '') headers.push([name.trim(), value.trim()]);
}

function noFile(value: string, option: string): string {
  if (value.startsWith('@'))
    throw new ImportRefused(
      `Files (${option} ${value.slice(0, 60)}) cannot be imported: put their content into quotes`,
    );
  return value;
}

/** `content`, `=content` or `name=content`, percent-encoded. */
function encodePair(value: string, option: string): string {
  if (/^[^=]*@/.test(value)) noFile('@', option);
  const end = value.indexOf('=');
  const encode = (text: string): string =>
    text
      .split(/(\0\w+\0)/)
      .map((part) => (part.startsWith('\0') ? part : encodeURIComponent(part.toWellFormed())))
      .join('');
  return end <= 0 ? encode(value.slice(end + 1)) : `${value.slice(0, end)}=${encode(value.slice(end + 1))}`;
}

function basic(user: string): string {
  // Of variables of the shell, only the owner knows the values: one secret for both, user:password in Base64.
  if (user.includes('\0') || /[<{]/.test(user)) return 'Basic <login>';
  return `Basic ${Buffer.from(user.includes(':') ? user : `${user}:`).toString('base64')}`;
}

class DraftMaker {
  readonly #command: Command;
  readonly #taken: Set<string>;
  readonly #arguments: RequestArgument[] = [];
  readonly #secrets: DraftSecret[] = [];
  #host = '';

  constructor(command: Command, taken: ReadonlySet<string>) {
    this.#command = command;
    this.#taken = new Set(taken);
  }

  make(): AbilityDraft {
    const { isGet, isJson, data } = this.#command;
    const { address, query } = this.#readAddress();
    const content = data.join(isJson ? '' : '&');
    const found = this.#command.method ?? (content !== '' && !isGet ? 'POST' : 'GET');
    const method = REQUEST_METHODS.find((each) => each === found);
    if (!method)
      throw new ImportRefused(`The method ${found.slice(0, 20)} is not supported: use ${REQUEST_METHODS.join(', ')}`);
    if (isGet && content !== '') query.push(...this.#readPairs(content));
    const headers = this.#readHeaders();
    if (isJson && !headers.some(({ name }) => /^content-type$/i.test(name)))
      headers.push({ name: 'Content-Type', value: 'application/json' });
    const body = isGet ? '' : this.#withArguments(content);
    refuseKeys(query, body);
    const request: AbilityRequest = { method, address, query, headers, body, arguments: this.#arguments, note: '' };
    return { name: nameOf(method, address), description: '', confirm: '', request, secrets: this.#secrets };
  }

  #readAddress(): Pick<AbilityRequest, 'address' | 'query'> {
    const [typed, second] = this.#command.urls;
    if (typed === undefined) throw new ImportRefused('The command has no address');
    if (second !== undefined)
      throw new ImportRefused(`The command has two addresses. The second is ${second.slice(0, 80)}`);
    const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
    const [, scheme = '', user, host = '', path = '', search = ''] =
      /^(https?:\/\/)(?:([^/?#@]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
    if (scheme === '' || host === '') throw new ImportRefused('The address is not an http or https address');
    if (/[\0{}<>]/.test(host))
      throw new ImportRefused('The host of the address is not written out: put in the host of your own account');
    this.#host = host.replace(/:\d+$/, '').replace(/^(?:www|api)\./i, '');
    if (user !== undefined && user !== '') this.#command.headers.push(['Authorization', basic(decode(user))]);
    const segments = path.split('/').map((segment) => this.#readSegment(segment));
    return {
      address: scheme + host + segments.join('/'),
      query: [...this.#readPairs(search), ...this.#command.query.flatMap((pair) => this.#readPairs(pair))],
    };
  }

  /** `{id}`, `:id` and `<id>` are how documentation writes what is to be put in. */
  #readSegment(segment: string): string {
    const marked = segment
      .replace(/^:([A-Za-z_]\w*)/, '\0$1\0')
      .replaceAll(
        /(?<!\{)\{+([A-Za-z_][\w-]*)\}+|<([A-Za-z_][\w -]*)>/g,
        (_, one?: string, other?: string) => `\0${argumentName(one ?? other ?? '', new Set())}\0`,
      );
    return this.#withArguments(marked);
  }

  #readPairs(search: string): AbilityRequest['query'] {
    return search
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const end = pair.indexOf('=');
        const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
        const whole = /^(?:\{+([A-Za-z_][\w-]*)\}+|<([A-Za-z_][\w -]*)>)$/.exec(decode(value));
        const variable = whole && `\0${argumentName(whole[1] ?? whole[2] ?? '', new Set())}\0`;
        return { name: decode(name.replaceAll(VARIABLE, '$1')), value: this.#withArguments(variable ?? decode(value)) };
      });
  }

  /** Variables of the shell become arguments. */
  #withArguments(text: string): string {
    return text.replaceAll(VARIABLE, (_, variable: string) => {
      const wanted = argumentName(variable.toLowerCase(), new Set());
      if (!this.#arguments.some(({ name }) => name === wanted))
        this.#arguments.push({ name: wanted, type: 'text', description: '', isRequired: true });
      return `{{${wanted}}}`;
    });
  }

  #readHeaders(): AbilityRequest['headers'] {
    const headers = new Map<string, { name: string; value: string }>();
    for (const [name, value] of this.#command.headers) {
      if (!/^[A-Za-z0-9-]{1,100}$/.test(name))
        throw new ImportRefused(`This is no name of a header: ${name.slice(0, 60)}`);
      const isNoise = BROWSER_HEADER.test(name) || (/^accept$/i.test(name) && value === '*/*');
      if (!isNoise) headers.set(name.toLowerCase(), { name, value: this.#readHeader(name, value) });
    }
    return [...headers.values()];
  }

  #readHeader(name: string, value: string): string {
    const [, scheme = '', credentials = value] =
      /^((?:Bearer|Basic|Token|Bot|ApiKey|Api-Key|Key|OAuth|JWT|SSWS)\s+)?([^]*)$/i.exec(value) ?? [];
    if (!KEY_NAME.test(name) && !looksLikeKey(credentials))
      return this.#withArguments(value.replaceAll(/[\r\n]+/g, ' '));
    const [variable] = [...credentials.matchAll(VARIABLE)].map(([, each]) => each);
    const placeholder =
      /^[<{[]+([\w -]+)[>}\]]+$/.exec(credentials)?.[1] ?? /^(?:YOUR|MY|XXX)[\w-]*$/i.exec(credentials)?.[0];
    const wanted = variable ?? placeholder ?? `${this.#host}_${/^cookie$/i.test(name) ? 'COOKIE' : 'KEY'}`;
    const secret = secretName(wanted, variable === undefined ? this.#taken : new Set());
    this.#taken.add(secret);
    this.#secrets.push({
      name: secret,
      ...(variable === undefined && placeholder === undefined && { value: credentials }),
    });
    return `${scheme}{{secret.${secret}}}`;
  }
}

/** A key in the address or the body would be stored as text, and servers write addresses into their logs. */
function refuseKeys(query: AbilityRequest['query'], body: string): void {
  const isKey =
    (least: number) =>
    ({ name, value }: { name: string; value: string }): boolean =>
      (KEY_NAME.test(name) && value.length >= least && !/^\{\{\w+\}\}$/.test(value)) || isKnownKey(value);
  const inQuery = query.find(isKey(1));
  const inJson = [...body.matchAll(/"([^"\\]{1,80})"\s*:\s*"([^"\\]+)"/g)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  const inForm = /^\s*[[{]/.test(body)
    ? []
    : body
        .split('&')
        .map((pair) => ({ name: decode(pair.split('=')[0] ?? ''), value: pair.slice(pair.indexOf('=') + 1) }));
  // Short values of a body are words, such as {"key": "color"}.
  const inBody = [...inJson, ...inForm].find(isKey(8));
  const found = inQuery ?? inBody;
  if (found)
    throw new ImportRefused(
      `“${found.name.slice(0, 60)}” looks like a key in the ${inQuery ? 'address' : 'body'}, and keys can only be sent in a header. ` +
        'Look in the documentation of the service for a header that takes it, or remove it from the command',
    );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
