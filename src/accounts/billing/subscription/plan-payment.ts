import type { Services } from '#registry/services.ts'
import { refreshPlan } from './begin-plan.ts'
import { CardRefused } from '../errors.ts'
import type { PlanRow } from '../store.ts'

/**
 * With `requires_action`, the bank requires the seller's authentication. The browser completes it with the client
 * secret and asks again.
 */
export type PlanOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'requires_action'; readonly clientSecret: string }

/** The payment state of a plan's latest invoice. Throws `CardRefused` if the card was declined. */
export async function readPayment(services: Services, row: PlanRow): Promise<PlanOutcome> {
  if (row.latestInvoiceId === null) return { status: 'done' }
  const { isPaid, isWaiting, clientSecret, declineMessage } = await services.provider.readPlanPayment(
    row.latestInvoiceId,
  )
  if (isPaid) {
    await refreshPlan(services, row, 'payment')
    return { status: 'done' }
  }
  if (isWaiting && clientSecret !== null) return { status: 'requires_action', clientSecret }
  throw new CardRefused(declineMessage)
}

/** Pays the open invoice with the card on file. Throws `CardDeclined`. */
export async function payOpenInvoice(services: Services, row: PlanRow): Promise<PlanOutcome> {
  if (row.latestInvoiceId === null) return { status: 'done' }
  await services.provider.payPlanInvoice(row.latestInvoiceId)
  return readPayment(services, row)
}
