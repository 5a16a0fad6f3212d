/** The backend to check. */
export interface ConformanceOptions {
  /** URL of the server, including the path before `/v1/`. */
  readonly url: string;
  /** Id of a widget that the backend knows. */
  readonly widget: string;
  /** Origin of a page that may call the backend from another site. @default cross-origin calls are not checked */
  readonly origin?: string | undefined;
  /** A question with a short answer. @default 'Hello' */
  readonly question?: string | undefined;
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch | undefined;
}
