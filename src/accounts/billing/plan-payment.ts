import type { Parts } from '#foundation/parts.ts'
import { refreshPlan } from './begin-plan.ts'
import { CardRefused } from './errors.ts'
import type { PlanRow } from './store.ts'

/** `requires_action`: the bank asks the seller; the browser goes on with the client secret and asks again. */
export type PlanOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'requires_action'; readonly clientSecret: string }

/**
 * How the payment of a plan's latest invoice stands. Throws `CardRefused` when the card was declined.
 */
export async function readPayment(parts: Parts, row: PlanRow): Promise<PlanOutcome> {
  if (row.latestInvoiceId === null) return { status: 'done' }
  const { isPaid, isWaiting, clientSecret, declineMessage } = await parts.provider.readPlanPayment(
    row.latestInvoiceId,
  )
  if (isPaid) {
    await refreshPlan(parts, row, 'payment')
    return { status: 'done' }
  }
  if (isWaiting && clientSecret !== null) return { status: 'requires_action', clientSecret }
  throw new CardRefused(declineMessage)
}

/** Pays what is open with the card on file. Throws `CardDeclined` when it is refused. */
export async function payOpenInvoice(parts: Parts, row: PlanRow): Promise<PlanOutcome> {
  if (row.latestInvoiceId === null) return { status: 'done' }
  await parts.provider.payPlanInvoice(row.latestInvoiceId)
  return readPayment(parts, row)
}
