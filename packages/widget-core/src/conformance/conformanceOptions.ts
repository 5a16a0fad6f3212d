/** Which backend, and how it is reached. */
export interface ConformanceOptions {
  /** Address of the server, with what stands before `/v1/`. */
  readonly url: string;
  /** Id of a widget that it knows. */
  readonly widget: string;
  /** Origin of a page that may call it from another site. @default cross-origin calls are not checked */
  readonly origin?: string | undefined;
  /** Something that it answers in a few words. @default 'Hello' */
  readonly question?: string | undefined;
  /** @default the system's */
  readonly fetch?: typeof fetch | undefined;
}
