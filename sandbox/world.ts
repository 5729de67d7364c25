import type { Clock } from './clock.ts'
import type { Store } from './store/store.ts'

export type WebhookEndpoint = {
  readonly url: string
  readonly secret: string
  /** True for events from connected accounts, false for the platform's. */
  readonly connect: boolean
  /** The event types to send, or undefined for all. */
  readonly events?: readonly string[]
}

export type WorldConfig = {
  /** The sandbox's URL without a trailing slash. */
  readonly url: string
  readonly applicationOrigin: string
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhooks: WebhookEndpoint[]
}

/** The request being processed. Its events name it and are delivered after its response. */
export type CurrentRequest = {
  readonly id: string
  readonly idempotencyKey: string | null
  readonly deliveries: { beforeAnswer: string[]; later: string[] }
}

/** Everything that operations use. */
export type World = {
  readonly store: Store
  readonly clock: Clock
  readonly config: WorldConfig
  request: CurrentRequest | undefined
  /** Decides how an event's deliveries fail. Without a script, they do not. */
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

/** The platform's own account, as opposed to connected accounts. */
export const platformAccount = 'acct_1SandboxPlatform'

/** The application that acts on connected accounts, as named in their objects. */
export const applicationId = 'ca_SandboxPlatform'

/** The API version that the sandbox supports. */
export const apiVersion = '2026-10-28.endive'
