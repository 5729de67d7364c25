import type { Defaulted, DefaultedJson } from '../driver/column-types.ts'

/** Not verified yet; receiving; not responding; turned off. */
export type EndpointState = 'new' | 'on' | 'failing' | 'off'

/** By its seller; it answered 410; five days of failures; fifty failures before it ever answered. */
export type EndpointOffReason = 'seller' | 'gone' | 'failing' | 'never_answered'

/** Where a seller's program receives events. */
export type WebhookEndpointsTable = {
  id: string
  sellerId: string
  name: string
  url: string
  /** Empty: all, later ones as well. */
  types: string[]
  /** Only events of these forms; null: all. */
  formIds: string[] | null
  /** It gets ids only. */
  isThin: boolean
  /** Encrypted, as is the former one, which signs as well until it expires. */
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
  state: Defaulted<EndpointState>
  offReason: EndpointOffReason | null
  /** The last event before it was turned off. */
  offAfter: number | null
  /** Failed tries since the last success. */
  failures: Defaulted<number>
  failingSince: Date | null
  /** When its seller was notified of that. */
  warnedAt: Date | null
  succeededAt: Date | null
  /** When its next delivery is due; null: there is none. */
  nextDueAt: Date | null
  /** While it fails: when it is tried next at the earliest. */
  restsUntil: Date | null
  /** A process delivers to it until then. */
  leasedUntil: Date | null
  createdAt: Date
}

/** A try to deliver; `status` is 0 without a response, for the reason in `failure`. Milliseconds. */
export type DeliveryTry = {
  readonly at: string
  readonly status: number
  readonly failure: string | null
  readonly took: number
}

/** An event for an endpoint: delivered, due again, or with neither time given up. */
export type DeliveriesTable = {
  endpointId: string
  eventId: number
  /** Claims included that a stop cut off. */
  attempts: Defaulted<number>
  nextAttemptAt: Date | null
  doneAt: Date | null
  triedAt: Date | null
  tries: DefaultedJson<readonly DeliveryTry[]>
  /** The beginning of the last answer. */
  answer: string | null
}
