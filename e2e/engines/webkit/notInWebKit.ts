/** Begins what is said of a spec that cannot be played, so that it is told from one that fails. */
export const NOT_IN_WEBKIT = 'Not in WebKit: ';

/** Something that no driver of WebKitGTK can do. A spec that needs it is left out, with this reason. */
export class NotInWebKit extends Error {
  /** @param reason - what the driver lacks, without a full stop */
  constructor(reason: string) {
    super(NOT_IN_WEBKIT + reason);
    this.name = 'NotInWebKit';
  }
}
