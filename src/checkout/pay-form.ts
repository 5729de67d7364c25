import { createHash } from 'node:crypto'
import { InvalidFields } from '#http/failures.ts'
import { formatAmount } from '#money/amount.ts'
import { currencyOf } from '#money/currencies.ts'
import { chargePurchase, type Charged, type Order } from '#payments/charge-purchase.ts'
import type { Parts } from '#parts.ts'
import type { PayFormBody, Price } from './contract.ts'
import { QuoteChanged } from './errors.ts'
import { checkPayable, type PayableForm } from './payable-form.ts'
import { pricePurchase } from './price-purchase.ts'
import { issueQuote, quoteHolds } from './quote.ts'
import { loadForm } from './store.ts'

/**
 * Pays a form: checks that it can be sold, prices it from the stored form at the server's time, and charges it once for
 * the key. Nothing is charged when the price is not the one that the buyer's quote holds.
 */
export async function payForm(
  parts: Parts,
  authSecret: string,
  body: PayFormBody,
  idempotencyKey: string | undefined,
): Promise<{ form: PayableForm; charged: Charged }> {
  const form = checkPayable(await loadForm(parts.db, body.form))
  const chosen = chosenBumps(form, body.bumps)
  const instant = parts.clock.now().getTime()
  if (body.quote !== undefined && !quoteHolds(authSecret, body.quote, form.id, form.pricing, instant)) {
    throw new QuoteChanged(issueQuote(authSecret, form.id, form.pricing, chosen, instant))
  }
  const price = pricePurchase(form.pricing, chosen, instant)
  checkChargeable(price, body.paymentMethodId)
  const order = orderOf(form, price, chosen, body, idempotencyKey ?? derivedKey(body))
  return { form, charged: await chargePurchase(parts, order) }
}

function chosenBumps(form: PayableForm, bumps: readonly string[]): ReadonlySet<string> {
  const offered = new Set(form.pricing.bumps.map(({ id }) => id))
  if (!bumps.every((id) => offered.has(id))) {
    throw new InvalidFields({ bumps: 'This order bump is not part of the form any more' })
  }
  return new Set(bumps)
}

function checkChargeable({ total, currency }: Price, paymentMethodId: string | null): void {
  const { minimum } = currencyOf(currency)
  if (total > 0 && total < minimum) {
    throw new InvalidFields({ amount: `The smallest card payment is ${formatAmount(minimum, currency)}` })
  }
  if (total > 0 && paymentMethodId === null) {
    throw new InvalidFields({ paymentMethodId: 'This field is required' })
  }
}

function orderOf(
  form: PayableForm,
  price: Price,
  chosen: ReadonlySet<string>,
  body: PayFormBody,
  idempotencyKey: string,
): Order {
  const bumpIds = form.pricing.bumps.map(({ id }) => id).filter((id) => chosen.has(id))
  const { tax, taxTitle } = form
  return {
    sellerId: form.sellerId,
    formId: form.id,
    stripeAccountId: form.stripeAccountId,
    idempotencyKey,
    fingerprint: digest([body.form, [...chosen].toSorted(), body.email, body.name, body.paymentMethodId]),
    email: body.email,
    name: body.name,
    currency: price.currency,
    subtotal: price.subtotal,
    taxAmount: price.taxAmount,
    total: price.total,
    oneTimeOfferCount: body.oneTimeOfferCount,
    paymentMethodId: price.total === 0 ? null : body.paymentMethodId,
    lines: price.lines.map((line, index) => ({
      ...line,
      bumpId: line.kind === 'bump' ? (bumpIds[index - 1] ?? null) : null,
      taxTitle,
      taxPercentage: tax?.percentage ?? null,
      taxInclusive: tax?.inclusive ?? null,
    })),
  }
}

/** The key of a request that brings none: the same card of the same buyer pays the same form once. */
function derivedKey(body: PayFormBody): string {
  return `derived-${digest([body.form, body.paymentMethodId, body.email])}`
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
