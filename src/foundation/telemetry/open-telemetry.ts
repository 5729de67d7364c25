import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracesConfig } from '#foundation/config/config.ts'
import { whenOver } from '#foundation/http/when-over.ts'
import type { Facts, SetFacts, Tracer } from './tracer.ts'

/** The time limit for the trace collector in milliseconds. When the product stops, it waits up to this long. */
const patience = 3_000

type Options = TracesConfig & {
  readonly version: string
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

/**
 * Sends traces to a collector by OTLP over HTTP. A purchase's trace has the purchase's id, so that later work in any
 * process (the webhook, the reconciler, the receipt) can join it without storing anything. Sampling depends only on the
 * id, so that all parts of a trace agree.
 */
export function createOpenTelemetry({ endpoint, ratio, version, log }: Options): Tracer {
  const ids = choosableIds()
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: patience })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tillform', 'service.version': version }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: logExportFailures(exporter, log) })],
  })
  const tracer = provider.getTracer('tillform', version)
  const underWay = new AsyncLocalStorage<Context>()

  const run = async <T>(span: Span, work: (setFacts: SetFacts) => Promise<T>): Promise<T> => {
    try {
      return await underWay.run(trace.setSpan(ROOT_CONTEXT, span), () =>
        work((facts) => void span.setAttributes(facts)),
      )
    } catch (error) {
      // The error's message is only logged, because it can contain typed text.
      const type = error instanceof Error ? error.constructor.name : 'unknown'
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
      throw error
    } finally {
      span.end()
    }
  }

  const spanIn = <T>(
    context: Context,
    name: string,
    attributes: Facts,
    work: (setFacts: SetFacts) => Promise<T>,
  ): Promise<T> => run(tracer.startSpan(name, { attributes }, context), work)

  return {
    span: (name, facts, work) => spanIn(underWay.getStore() ?? ROOT_CONTEXT, name, facts, work),

    async purchase(id, since, work) {
      const request = trace.getSpan(underWay.getStore() ?? ROOT_CONTEXT)
      request?.setAttribute('tillform.purchase', id)
      const links = request === undefined ? [] : [{ context: request.spanContext() }]
      const attributes = { 'tillform.purchase': id }
      const root = ids.choose(originOf(id), () =>
        tracer.startSpan('purchase', { startTime: since, attributes, links }, ROOT_CONTEXT),
      )
      const recording = { startTime: since, attributes }
      tracer.startSpan('purchase.record', recording, trace.setSpan(ROOT_CONTEXT, root)).end()
      return run(root, work)
    },

    ofPurchase(id, name, facts, work) {
      const present = underWay.getStore() ?? ROOT_CONTEXT
      if (id === null || id === undefined) return spanIn(present, name, facts, work)
      const origin = originOf(id)
      const isWithin = trace.getSpanContext(present)?.traceId === origin.traceId
      const context = isWithin ? present : trace.setSpanContext(ROOT_CONTEXT, origin)
      return spanIn(context, name, { 'tillform.purchase': id, ...facts }, work)
    },

    traceRequests(server: FastifyInstance) {
      const spans = new WeakMap<FastifyRequest, Span>()
      server.addHook('onRequest', (request, reply, done) => {
        const { method, routeOptions } = request
        if (routeOptions.logLevel !== 'silent') {
          const route = request.is404 ? 'none' : (routeOptions.url ?? 'none')
          const attributes = {
            'http.request.method': method,
            'http.route': route,
            'tillform.request': request.id,
          }
          const options = { kind: SpanKind.SERVER, attributes }
          const span = tracer.startSpan(`${method} ${route}`, options, callerOf(request))
          spans.set(request, span)
          // This event is always emitted, both after a response and after a disconnection.
          whenOver(request, reply, () => endRequest(span, reply.raw.statusCode))
        }
        done()
      })
      // A body is read in the context of its socket. From here on, the route runs in its own context.
      server.addHook('preValidation', (request, _reply, done) => {
        const span = spans.get(request)
        if (span === undefined) done()
        else underWay.run(trace.setSpan(ROOT_CONTEXT, span), done)
      })
    },

    // Failures of the export are already reported.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

function endRequest(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** A caller can have its own trace, which the request then joins (W3C Trace Context). */
function callerOf({ headers }: FastifyRequest): Context {
  const { traceparent } = headers
  const caller = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
  return caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true })
}

/** The first span of a purchase's trace. Our ids have as many bits as trace ids, and their second half is random. */
function originOf(purchaseId: string): SpanContext {
  const traceId = purchaseId.replaceAll('-', '')
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED, isRemote: true }
}

/** Makes random ids, except for spans that begin inside `choose`. */
function choosableIds() {
  const random = new RandomIdGenerator()
  let chosen: Pick<SpanContext, 'traceId' | 'spanId'> | undefined
  return {
    generateTraceId: () => chosen?.traceId ?? random.generateTraceId(),
    generateSpanId: () => chosen?.spanId ?? random.generateSpanId(),
    choose<T>(ids: Pick<SpanContext, 'traceId' | 'spanId'>, begin: () => T): T {
      chosen = ids
      try {
        return begin()
      } finally {
        chosen = undefined
      }
    },
  }
}

/** Logs an unreachable collector once, and again when it recovers. */
function logExportFailures(exporter: OTLPTraceExporter, log: Options['log']): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS
        if (hasFailed && !isFailing) log.warn({ err: result.error }, 'traces could not be sent')
        if (!hasFailed && isFailing) log.info('traces are being sent again')
        isFailing = hasFailed
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
