/** Where answers to mails arrive. */
export interface ReplyMail {
  /** The mail provider's password. */
  readonly secret: string;
  /** The address for a token of `VisitorLinks.makeReply`. */
  addressFor(token: string): string;
  /** @returns undefined for any other address */
  tokenOf(address: string): string | undefined;
}

/** Longest local part of an address, in characters (RFC 5321, 4.5.3.1.1). */
const LOCAL_MAX_LENGTH = 64;

/** @param settings - `address`: its local part gets the token after a plus sign */
export function createReplyMail(settings: { readonly address: string; readonly secret: string }): ReplyMail {
  const [local = '', domain = ''] = settings.address.toLowerCase().split('@');
  return {
    secret: settings.secret,
    addressFor: (token) => `${local}+${token}@${domain}`,
    tokenOf(address) {
      const given = address.trim().toLowerCase();
      const [begin, end] = [`${local}+`, `@${domain}`];
      if (given.length > LOCAL_MAX_LENGTH + end.length || !given.startsWith(begin) || !given.endsWith(end))
        return undefined;
      return given.slice(begin.length, -end.length);
    },
  };
}
