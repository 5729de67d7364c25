import type { Clock } from './clock.ts'
import type { Store } from './store/store.ts'

export interface WebhookEndpoint {
  url: string
  secret: string
  /** true: events of connected accounts; false: events of the platform. */
  connect: boolean
}

export interface WorldConfig {
  /** Where the sandbox is reached, without a trailing slash. */
  url: string
  applicationOrigin: string
  secretKey: string
  publishableKey: string
  webhooks: WebhookEndpoint[]
}

/** The request that is being worked on: events name it, and their deliveries wait for its answer. */
export interface CurrentRequest {
  id: string
  idempotencyKey: string | null
  deliveries: { beforeAnswer: string[]; later: string[] }
}

/** What every operation works on. */
export interface World {
  store: Store
  clock: Clock
  config: WorldConfig
  request: CurrentRequest | undefined
  /** Decides how the deliveries of an event go wrong; no script, no mischief. */
  eventFaults: EventFaults
}

export interface PlannedDelivery {
  delayMs: number
  isForged: boolean
  beforeAnswer: boolean
}

export interface EventFaults {
  plan(type: string): PlannedDelivery[]
}

/** The platform's own account. Connected accounts are others. */
export const platformAccount = 'acct_1SandboxPlatform'

/** The application that acts on connected accounts, as their objects name it. */
export const applicationId = 'ca_SandboxTillform'

/** The API version that the sandbox speaks. */
export const apiVersion = '2026-10-28.endive'
