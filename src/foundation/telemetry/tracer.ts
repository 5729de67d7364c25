import type { FastifyInstance } from 'fastify'

/** The attributes of a span: our own ids and words, never personal data. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** Adds attributes to the current span. */
export type SetFacts = (facts: Facts) => void

/** Creates and times spans. Without a collector, nothing is recorded and no SDK is loaded. */
export type Tracer = {
  /** A span in the current trace, or in a new trace if there is none. */
  readonly span: <T>(name: string, facts: Facts, work: (setFacts: SetFacts) => Promise<T>) => Promise<T>
  /**
   * Starts the trace of a purchase, with the purchase's id. `since` is when the purchase's recording began, by
   * `performance.now()`.
   */
  readonly purchase: <T>(id: string, since: number, work: () => Promise<T>) => Promise<T>
  /** A span in the trace of a purchase, at any time and in any process. If there is no id, the same as `span`. */
  readonly ofPurchase: <T>(
    id: string | null | undefined,
    name: string,
    facts: Facts,
    work: (setFacts: SetFacts) => Promise<T>,
  ) => Promise<T>
  /** Traces every request of a server. Must be called before its routes are registered. */
  readonly traceRequests: (server: FastifyInstance) => void
  /** Flushes pending spans. */
  readonly close: () => Promise<void>
}

const nowhere: SetFacts = () => undefined

export const noTracer: Tracer = {
  span: (_name, _facts, work) => work(nowhere),
  purchase: (_id, _since, work) => work(),
  ofPurchase: (_id, _name, _facts, work) => work(nowhere),
  traceRequests: () => undefined,
  close: () => Promise.resolve(),
}
