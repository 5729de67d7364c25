import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Quote } from './contract.ts'
import { amountAt, pricePurchase, type PricedForm } from './price-purchase.ts'

/** A quote is good for this long, in milliseconds. */
const quoteLifetime = 2 * 60 * 60 * 1000

/**
 * A signed quote: when it was given and what every price of the form was then. It holds for any choice of bumps,
 * because it covers the form's price, its tax and each bump's price.
 */
export function issueQuote(
  secret: string,
  formId: string,
  form: PricedForm,
  chosenBumps: ReadonlySet<string>,
  instant: number,
): Quote {
  const claim = `${instant}.${pricesDigest(formId, form, instant)}`
  return {
    token: `${claim}.${signature(secret, claim)}`,
    price: pricePurchase(form, chosenBumps, instant),
    issuedAt: instant,
  }
}

/** Whether what the buyer was shown is still the price at this instant. */
export function quoteHolds(
  secret: string,
  token: string,
  formId: string,
  form: PricedForm,
  instant: number,
): boolean {
  const [issuedAt = '', digest = '', signed = ''] = token.split('.')
  const age = instant - Number(issuedAt)
  return (
    isEqual(signed, signature(secret, `${issuedAt}.${digest}`)) &&
    age >= 0 &&
    age <= quoteLifetime &&
    digest === pricesDigest(formId, form, instant)
  )
}

/** The secret that opens a purchase to its buyer: made from the purchase's id, never stored. */
export function purchaseSecret(secret: string, purchaseId: string): string {
  return createHmac('sha256', secret).update(`purchase:${purchaseId}`).digest('base64url')
}

export function isPurchaseSecret(secret: string, purchaseId: string, given: string): boolean {
  return isEqual(given, purchaseSecret(secret, purchaseId))
}

function pricesDigest(formId: string, form: PricedForm, instant: number): string {
  const prices = {
    formId,
    currency: form.currency,
    amount: amountAt(form, instant),
    tax: form.tax === null ? null : [form.tax.percentage, form.tax.inclusive],
    bumps: form.bumps.map(({ id, amount }) => [id, amount]),
  }
  return createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, 22)
}

function signature(secret: string, claim: string): string {
  return createHmac('sha256', secret).update(`quote:${claim}`).digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
