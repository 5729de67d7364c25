import { may, type Caller } from '#foundation/http/contract/caller.ts'
import type { Addresses } from '#payments/purchases/records/purchase-url.ts'
import type { RecoveryWire } from './contract.ts'
import { endOfNight } from './send/daytime.ts'
import { resumeUrl } from './resume/link.ts'
import type { RecoveryRow } from './store.ts'

/** A lost payment as its seller sees it. */
export function describeRecovery(addresses: Addresses, caller: Caller, row: RecoveryRow): RecoveryWire {
  const { id, kind, state, sent, nextAt, holdOut } = row
  const mayWrite = !caller.isSupport && may(caller, 'sales', 'write')
  const isOpen = state === 'waiting' || state === 'sent'
  const isMasked = kind === 'page' && row.paidPurchaseId === null
  return {
    id,
    kind,
    saleId: row.saleId,
    formId: row.formId,
    formTitle: row.formTitle,
    email: isMasked ? maskedEmail(row.email) : row.email,
    name: row.name,
    total: row.amount,
    currency: row.currency,
    failureMessage: row.failureMessage === '' ? null : row.failureMessage,
    state,
    reason: row.reason,
    isHeldOut: holdOut,
    sent,
    askedAt: row.askedAt?.toISOString() ?? null,
    nextAt: holdOut || nextAt === null ? null : byDay(nextAt, row.timeZone).toISOString(),
    createdAt: row.createdAt.toISOString(),
    paidSaleId: row.paidPurchaseId,
    // The link reveals the buyer's address, which a seller sees only with an order.
    link: mayWrite && kind !== 'page' && isOpen ? resumeUrl(addresses, row) : null,
    canMail: mayWrite && !holdOut && state === 'waiting' && nextAt !== null,
  }
}

/** An email that is due at night is sent in the morning. */
function byDay(at: Date, zone: string | null): Date {
  return endOfNight(at, zone ?? 'UTC') ?? at
}

/** "b…@example.com" */
export function maskedEmail(email: string): string {
  return email.replace(/^(.).*(?=@[^@]*$)/su, '$1…')
}
