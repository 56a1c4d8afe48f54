import { ROOT_CONTEXT, type SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'

/** Unset: spans are not recorded. */
let tracer: Tracer | undefined

/** A collector that is away fails with every batch. */
const errorEveryMs = 60_000

export const isTracing = (): boolean => tracer !== undefined

/**
 * Records spans and sends them to the collector that OpenTelemetry's environment variables name, as OTLP in JSON;
 * without one nothing is recorded. `onError` hears of spans that could not be sent, once a minute. Returns what sends
 * the last spans.
 */
export async function startTracing(
  program: { name: string; version: string },
  env: NodeJS.ProcessEnv,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return async () => undefined
  // Loaded only where spans are recorded: they take memory of every program.
  const [{ OTLPTraceExporter }, { detectResources, envDetector, resourceFromAttributes }, { BasicTracerProvider, BatchSpanProcessor }] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
  let heardAtMs = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler(error => {
    if (performance.now() < heardAtMs + errorEveryMs) return
    heardAtMs = performance.now()
    onError(error)
  })
  const own = { 'service.name': `hongyan-${program.name}`, 'service.version': program.version }
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  tracer = provider.getTracer('hongyan', program.version)
  return () => provider.shutdown()
}

type Attributes = Record<string, string | number | boolean>

/** A step on the way of a message. */
export interface TracedStep {
  /** Its W3C trace context; null: the sampler leaves this trace out. */
  traceparent: string | null
  /** `problem`: why it failed. */
  end: (attributes?: Attributes, problem?: string) => void
}

/**
 * Begins a step below another one, which `parent` names by its W3C trace context; without a valid one a trace begins.
 * Null: spans are not recorded.
 */
export function beginStep(
  name: string,
  { parent, ...options }: { parent?: string | undefined; kind: SpanKind; startTime?: Date; attributes?: Attributes },
): TracedStep | null {
  if (!tracer) return null
  const known = parent === undefined ? null : parseTraceParent(parent)
  const span = tracer.startSpan(name, options, known ? trace.setSpanContext(ROOT_CONTEXT, { ...known, isRemote: true }) : ROOT_CONTEXT)
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: span.isRecording() ? `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` : null,
    end: (attributes = {}, problem) => {
      span.setAttributes(attributes)
      if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: problem })
      span.end()
    },
  }
}
