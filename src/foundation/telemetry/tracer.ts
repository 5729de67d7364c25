import type { FastifyInstance } from 'fastify'

/** A span's attributes: ids and words of ours, never personal data. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** Adds to the current span. */
export type SetFacts = (facts: Facts) => void

/** Creates and times spans. Without a collector nothing is recorded, and no SDK loaded. */
export type Tracer = {
  /** A span of the current trace; without one, a new trace. */
  readonly span: <T>(name: string, facts: Facts, work: (setFacts: SetFacts) => Promise<T>) => Promise<T>
  /** Starts a purchase's trace, under the purchase's id. `since` is when its recording began, by `performance.now()`. */
  readonly purchase: <T>(id: string, since: number, work: () => Promise<T>) => Promise<T>
  /** A span of a purchase's trace, at any time and in any process; without an id the same as `span`. */
  readonly ofPurchase: <T>(
    id: string | null | undefined,
    name: string,
    facts: Facts,
    work: (setFacts: SetFacts) => Promise<T>,
  ) => Promise<T>
  /** Traces every request of a server. Call it before its routes are registered. */
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
