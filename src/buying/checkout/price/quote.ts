import { createHash, randomBytes } from 'node:crypto'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import type { FormPrice, TimedForm } from '#payments/pricing/price-promise.ts'
import { amountAt, type PricedForm } from '#payments/pricing/price-purchase.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import type { Quote } from '../contract.ts'

/** A quote is good for this long, in milliseconds. */
export const quoteLifetime = 2 * 60 * 60 * 1000

type QuotedForm = PricedForm & Pick<TimedForm, 'prices' | 'listed' | 'open'>

/**
 * A signed quote: when it was given and what every price of the form was then. It holds for any choice of a price and
 * of bumps, for any number of what is sold and for any amount that a buyer names, because it covers each of the form's prices as listed, its tax and each
 * bump's price. Who pays may add a part of their own after another
 * dot, so that a quote which several were shown is one of a kind for each of them.
 */
export function issueQuote(
  secret: string,
  formId: string,
  form: QuotedForm,
  chosenBumps: ReadonlySet<string>,
  instant: number,
): Quote {
  const id = randomBytes(12).toString('base64url')
  const claim = `${instant}.${pricesDigest(formId, form, instant)}.${id}`
  return {
    token: `${claim}.${signatureOf(secret, textOf(claim))}`,
    price: priceToday(form, chosenBumps, instant),
    issuedAt: instant,
  }
}

/**
 * When the prices of a quote were shown, in milliseconds: undefined when the quote is forged, too old or for another
 * form, or when the seller has changed since what the form cost at that time.
 */
export function readQuote(
  secret: string,
  token: string,
  formId: string,
  form: QuotedForm,
  instant: number,
): number | undefined {
  const [claimed = '', digest = '', id = '', signed = '', visit] = token.split('.')
  const issuedAt = Number(claimed)
  const age = instant - issuedAt
  const isGood =
    isSignature(secret, textOf(`${claimed}.${digest}.${id}`), signed) &&
    age >= 0 &&
    age <= quoteLifetime &&
    (visit === undefined || /^[\w-]{16,64}$/.test(visit)) &&
    digest === pricesDigest(formId, form, issuedAt)
  return isGood ? issuedAt : undefined
}

/** What tells a quote that was found good from every other. */
export function quoteIdOf(token: string): string | null {
  const [, , id, , visit] = token.split('.')
  return id === undefined || visit === undefined ? (id ?? null) : `${id}.${visit}`
}

function pricesDigest(formId: string, { listed, ...sold }: QuotedForm, instant: number): string {
  const form: QuotedForm = listed ?? sold
  const prices = {
    formId,
    currency: form.currency,
    amount: amountAt(form, instant),
    // The name stays: pages that are open while the product is updated hold a quote with it.
    plan: recurrenceDigest(form),
    tax: form.tax === null ? null : [form.tax.percentage, form.tax.inclusive],
    bumps: form.bumps.map(({ id, amount }) => [id, amount]),
    ...openDigest(form),
    ...(form.prices === undefined ? {} : pricesOf(form.prices, instant)),
  }
  return createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, 22)
}

/** Whichever of them is chosen, a quote of several prices is the same. */
function pricesOf(prices: readonly FormPrice[], instant: number) {
  const each = prices.map((price) => [
    price.id,
    amountAt(price, instant),
    recurrenceDigest(price),
    ...Object.keys(openDigest(price)),
  ])
  return { amount: null, plan: null, open: undefined, prices: each }
}

/** Of a price that its buyers name, the quote has the least. */
function openDigest({ open }: Pick<TimedForm, 'open'>): { readonly open?: true } {
  return open === undefined ? {} : { open: true }
}

function recurrenceDigest({ recurrence }: Pick<PricedForm, 'recurrence'>) {
  if (recurrence === null) return null
  const { billingInterval, billingPeriod, cancelAfter, start, payoffDiscount } = recurrence
  const terms = start === undefined && payoffDiscount === undefined ? [] : [{ start, payoffDiscount }]
  return [billingInterval, billingPeriod, cancelAfter, ...terms]
}

function textOf(claim: string): string {
  return `quote:${claim}`
}
