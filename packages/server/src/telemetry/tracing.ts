/** What may be told of a span: ids, counts and names; never a text of a visitor or of the model, never a key. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** Something that takes time. */
export interface Span {
  /** A span within this one; it may end later than this place is left. */
  begin(name: string, facts: SpanFacts): Span;
  /** Notes that it failed, by the kind of the failure. */
  fail(error: unknown): void;
  end(facts?: SpanFacts): void;
}

/** Tells an OpenTelemetry collector what the server does. */
export interface Tracing {
  /** A span within the one that is open at this place, or a new trace. */
  begin(name: string, facts: SpanFacts): Span;
  /** Does something within a span of its own. @param headers - of the request, whose `traceparent` is continued */
  request<Result>(
    name: string,
    headers: Headers,
    facts: SpanFacts,
    work: (span: Span) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** What nobody looks at. */
export const noSpan: Span = { begin: () => noSpan, fail: () => undefined, end: () => undefined };

/** Nobody asked for traces. */
export const noTracing: Tracing = {
  begin: () => noSpan,
  request: (_name, _headers, _facts, work) => work(noSpan),
  close: async () => undefined,
};
