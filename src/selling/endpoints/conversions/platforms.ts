import type { EventType } from '#foundation/events/event-types.ts'
import type { ConversionKind } from '#foundation/db/tables/webhook-endpoints.ts'
import { msg, type Message } from '#foundation/language/t.ts'

const hour = 3_600

type Platform = {
  readonly name: string
  /** The only host that purchases are sent to. */
  readonly host: string
  /** How old a purchase or refund may be when it is sent, in seconds. */
  readonly oldest: number
  readonly types: readonly EventType[]
  /** Whether it shows ads, so that it learns only of purchases whose buyers agreed, and of no renewals. */
  readonly needsConsent: boolean
  /** The seller's id at the platform, in capitals. */
  readonly id: { readonly pattern: RegExp; readonly problem: Message }
}

/** The platforms that can receive purchases. */
export const platforms: Readonly<Record<ConversionKind, Platform>> = {
  ga4: {
    name: 'Google Analytics',
    host: 'https://www.google-analytics.com',
    // Google dates older events by their arrival.
    oldest: 72 * hour,
    types: ['purchase.paid', 'purchase.refunded'],
    needsConsent: false,
    id: { pattern: /^G-[A-Z0-9]{4,20}$/, problem: msg('A measurement ID looks like G-AB12CD34EF') },
  },
  meta: {
    name: 'Meta',
    host: 'https://graph.facebook.com',
    // Meta refuses older events.
    oldest: 7 * 24 * hour,
    types: ['purchase.paid'],
    needsConsent: true,
    id: { pattern: /^\d{6,20}$/, problem: msg('A dataset ID has only digits, such as 1234567890123456') },
  },
  tiktok: {
    name: 'TikTok',
    host: 'https://business-api.tiktok.com',
    oldest: 7 * 24 * hour,
    types: ['purchase.paid'],
    needsConsent: true,
    id: { pattern: /^[A-Z0-9]{10,30}$/, problem: msg('A pixel ID looks like C4ABCDEFGH1234567890') },
  },
}

/** The event types that a target gets. */
export function typesFor(kind: ConversionKind, sendsRenewals: boolean): EventType[] {
  const { types, needsConsent } = platforms[kind]
  return [...types, ...(sendsRenewals && !needsConsent ? (['renewal.paid'] as const) : [])]
}
