import type { FastifyInstance } from 'fastify'

/** What is recorded of a piece of work: ids and words of ours, never what belongs to a person. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** Adds to the piece of work under way. */
export type SetFacts = (facts: Facts) => void

/** Where pieces of work are told apart and timed. Without a collector nothing is recorded, and no SDK loaded. */
export type Tracer = {
  /** A piece of what is under way; where nothing is, a trace of its own. */
  readonly span: <T>(name: string, facts: Facts, work: (setFacts: SetFacts) => Promise<T>) => Promise<T>
  /**
   * The beginning of a purchase's trace, which bears the purchase's id. `since` is when its recording began, by
   * `performance.now()`.
   */
  readonly purchase: <T>(id: string, since: number, work: () => Promise<T>) => Promise<T>
  /** A piece of a purchase's trace, whenever and in whichever process; without an id the same as `span`. */
  readonly ofPurchase: <T>(
    id: string | null | undefined,
    name: string,
    facts: Facts,
    work: (setFacts: SetFacts) => Promise<T>,
  ) => Promise<T>
  /** Traces every request of a server. Call it before its routes are registered. */
  readonly traceRequests: (server: FastifyInstance) => void
  /** Sends what is not sent yet. */
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
