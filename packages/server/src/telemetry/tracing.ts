/** Attributes of a span: ids, counts and names; never a text of a visitor or of the model, never a key. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** An operation that takes time. */
export interface Span {
  /** A child span; it may end after the current function returns. */
  begin(name: string, facts: SpanFacts): Span;
  /** Records a failure, by the type of the error. */
  fail(error: unknown): void;
  end(facts?: SpanFacts): void;
}

/** Sends traces to an OpenTelemetry collector. */
export interface Tracing {
  /** A child of the current span, or the root of a new trace. */
  begin(name: string, facts: SpanFacts): Span;
  /** Runs work within a span of its own. @param headers - of the request, whose `traceparent` is continued */
  request<Result>(
    name: string,
    headers: Headers,
    facts: SpanFacts,
    work: (span: Span) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** A span that is not recorded. */
export const noSpan: Span = { begin: () => noSpan, fail: () => undefined, end: () => undefined };

/** Tracing is disabled. */
export const noTracing: Tracing = {
  begin: () => noSpan,
  request: (_name, _headers, _facts, work) => work(noSpan),
  close: async () => undefined,
};
