import type { Defaulted, DefaultedJson, View } from '../driver/column-types.ts'

/** The state of an endpoint: not verified yet, receiving, not responding, or turned off. */
export type EndpointState = 'new' | 'on' | 'failing' | 'off'

/**
 * Why an endpoint is off: turned off by its seller, a 410 response, five days of failures, or fifty failures
 * before its first success.
 */
export type EndpointOffReason = 'seller' | 'gone' | 'failing' | 'never_answered'

/** Where events go: a seller's program, or an ad platform, which gets only purchases and refunds. */
export type EndpointKind = 'webhook' | ConversionKind
export type ConversionKind = 'ga4' | AdPlatform
/** The platforms that show ads, which learn of a purchase only with the buyer's consent. */
export type AdPlatform = 'meta' | 'tiktok'

/** A seller's program or ad platform that receives events. */
export type WebhookEndpointsTable = {
  id: string
  sellerId: string
  name: string
  url: string
  /** The event types it receives. Empty means all, including future ones. */
  types: string[]
  /** The forms whose events it receives, or null for all. */
  formIds: string[] | null
  /** Whether its events contain only ids. */
  isThin: boolean
  /** The signing secret, encrypted. The former secret is encrypted too, and also signs until it expires. */
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
  state: Defaulted<EndpointState>
  offReason: EndpointOffReason | null
  /** The id of the last event before the endpoint was turned off. */
  offAfter: number | null
  /** The number of failed attempts since the last success. */
  failures: Defaulted<number>
  failingSince: Date | null
  /** When the seller was notified of the failures. */
  warnedAt: Date | null
  succeededAt: Date | null
  /** When the endpoint's next delivery is due, or null if there is none. */
  nextDueAt: Date | null
  /** The earliest time of the next attempt while the endpoint fails. */
  restsUntil: Date | null
  /** The time until which a process reserves the endpoint for its deliveries. */
  leasedUntil: Date | null
  createdAt: Date
  /** The API key that added the endpoint, or null if a person added it. The endpoint is deleted with the key. */
  keyId: string | null
  kind: Defaulted<EndpointKind>
  /** The seller's id at the ad platform, such as a measurement id. Null for a program. */
  publicId: string | null
}

export type WebhookEndpointsView = View<WebhookEndpointsTable, 'id' | 'name' | 'sellerId' | 'kind' | 'state'>

/**
 * An attempt to deliver an event. `status` is 0 if there was no response, and `failure` says why. Durations are in
 * milliseconds.
 */
export type DeliveryTry = {
  readonly at: string
  readonly status: number
  readonly failure: string | null
  readonly took: number
}

/** The delivery of an event to an endpoint: delivered, due again or, if it has neither time, abandoned. */
export type DeliveriesTable = {
  endpointId: string
  eventId: number
  /** Claims included that a stop cut off. */
  attempts: Defaulted<number>
  nextAttemptAt: Date | null
  doneAt: Date | null
  triedAt: Date | null
  tries: DefaultedJson<readonly DeliveryTry[]>
  /** The beginning of the endpoint's last response. */
  answer: string | null
}
