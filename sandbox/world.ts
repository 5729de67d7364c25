import type { Clock } from './clock.ts'
import type { Store } from './store/store.ts'

export type WebhookEndpoint = {
  readonly url: string
  readonly secret: string
  /** true: events of connected accounts; false: events of the platform. */
  readonly connect: boolean
  /** The types of events it is sent; unset for every event. */
  readonly events?: readonly string[]
}

export type WorldConfig = {
  /** The URL of the sandbox, without a trailing slash. */
  readonly url: string
  readonly applicationOrigin: string
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhooks: WebhookEndpoint[]
}

/** The request being processed: events name it, and their deliveries wait for its answer. */
export type CurrentRequest = {
  readonly id: string
  readonly idempotencyKey: string | null
  readonly deliveries: { beforeAnswer: string[]; later: string[] }
}

/** Everything operations work on. */
export type World = {
  readonly store: Store
  readonly clock: Clock
  readonly config: WorldConfig
  request: CurrentRequest | undefined
  /** Decides how deliveries of an event go wrong; without a script, they do not. */
  readonly eventFaults: EventFaults
}

export type PlannedDelivery = {
  readonly delayMs: number
  readonly isForged: boolean
  readonly beforeAnswer: boolean
}

export type EventFaults = {
  readonly plan: (type: string) => PlannedDelivery[]
}

/** The platform's own account. Connected accounts are others. */
export const platformAccount = 'acct_1SandboxPlatform'

/** The application that acts on connected accounts, as their objects name it. */
export const applicationId = 'ca_SandboxPlatform'

/** The API version the sandbox supports. */
export const apiVersion = '2026-10-28.endive'
