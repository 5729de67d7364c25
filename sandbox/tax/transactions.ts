import { newId } from '#ids.ts'
import type { PaymentIntentRecord, RefundRecord } from '#payments/records.ts'
import { share } from '#payments/share.ts'
import type { World } from '#world.ts'
import { taxOf, totalOf } from './render-tax.ts'

/**
 * Records the tax of a paid intent from its linked calculation. Stripe does not compare the amounts, and a calculation
 * becomes only one transaction, however many intents it is linked to.
 */
export function commitTax(world: World, intent: PaymentIntentRecord): void {
  const calculation = world.store.taxCalculations.get(intent.tax_calculation ?? '')
  if (calculation === undefined) return
  const isCommitted = [...world.store.taxTransactions.all()].some((one) => one.calculation === calculation.id)
  if (isCommitted) return
  world.store.taxTransactions.put({
    id: newId('tax'),
    account: intent.account,
    created: world.clock.now(),
    calculation: calculation.id,
    reference: intent.id,
    payment_intent: intent.id,
    original: null,
    amount: totalOf(calculation),
    amount_tax: taxOf(calculation),
  })
}

/** Reverses the tax of a refund as a flat amount, in proportion. A refund that fails is recorded again. */
export function reverseTax(world: World, refund: RefundRecord, isUndone = false): void {
  const original = [...world.store.taxTransactions.all()].find(
    (one) => one.payment_intent === refund.payment_intent && one.original === null,
  )
  if (original === undefined) return
  const direction = isUndone ? 1 : -1
  world.store.taxTransactions.put({
    id: newId('tax'),
    account: refund.account,
    created: world.clock.now(),
    calculation: original.calculation,
    reference: isUndone ? `${refund.id}_failed` : refund.id,
    payment_intent: original.payment_intent,
    original: original.id,
    amount: direction * refund.amount,
    amount_tax: direction * share(original.amount_tax, refund.amount, original.amount),
  })
}
