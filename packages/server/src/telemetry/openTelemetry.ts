import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span as ApiSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Span, Tracing } from './tracing';

/** Longest wait for the collector on shutdown, in milliseconds. */
const FAREWELL_MS = 1_000;

/**
 * Tracing with the official SDK. Address, headers and sampling come from the standard `OTEL_…` variables, which the
 * SDK reads itself.
 *
 * This module is loaded only if tracing is enabled. The SDK has one tracer per process, so a process has one server
 * that traces.
 */
export function createOpenTelemetry(options: { serviceName: string; version: string }): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName, 'service.version': options.version }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = provider.getTracer('@sotto/server', options.version);

  return {
    begin: (name, facts) => toSpan(tracer, tracer.startSpan(name, { attributes: facts })),
    request(name, headers, facts, work) {
      const parent = propagation.extract(ROOT_CONTEXT, headers, {
        get: (carrier, key) => carrier.get(key) ?? undefined,
        keys: (carrier) => [...carrier.keys()],
      });
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: facts }, parent);
      return context.with(trace.setSpan(parent, span), () => work(toSpan(tracer, span)));
    },
    async close() {
      // An unreachable collector must not delay the shutdown.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref()),
      ]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

function toSpan(tracer: Tracer, span: ApiSpan): Span {
  return {
    begin: (name, facts) =>
      toSpan(
        tracer,
        tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: facts }, trace.setSpan(context.active(), span)),
      ),
    fail(error) {
      // Only the type: messages of failures can quote visitors.
      const kind = error instanceof Error ? error.name : typeof error;
      span.setStatus({ code: SpanStatusCode.ERROR, message: kind }).setAttribute('error.type', kind);
    },
    end(facts = {}) {
      span.setAttributes(facts).end();
    },
  };
}
