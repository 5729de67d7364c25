import type { EventType } from '#foundation/events/event-types.ts'
import type { ConversionKind } from '#foundation/db/tables/webhook-endpoints.ts'

const hour = 3_600

type Platform = {
  readonly name: string
  /** The only host that purchases are sent to. */
  readonly host: string
  /** How old a purchase or refund may be when it is sent, in seconds. */
  readonly oldest: number
  readonly types: readonly EventType[]
}

/** The ad platforms that can receive purchases. */
export const platforms: Readonly<Record<ConversionKind, Platform>> = {
  ga4: {
    name: 'Google Analytics',
    host: 'https://www.google-analytics.com',
    // Google dates older events by their arrival.
    oldest: 72 * hour,
    types: ['purchase.paid', 'purchase.refunded'],
  },
}

/** The event types that a target gets. */
export function typesFor(kind: ConversionKind, sendsRenewals: boolean): EventType[] {
  const { types } = platforms[kind]
  return [...types, ...(sendsRenewals ? (['renewal.paid'] as const) : [])]
}
