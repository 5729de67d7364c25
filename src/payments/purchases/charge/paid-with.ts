import { type Message, msg, say } from '#foundation/language/t.ts'
import { cardText } from '#foundation/text/card-words.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { lookUp } from '#foundation/values/look-up.ts'

type PaidWith = {
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly paymentMethodType: string | null
}

/** Describes the payment method, such as "Visa ending in 4242" or another method's name, or null if unknown. */
export function paidWithText({ cardBrand, cardLast4, paymentMethodType: type }: PaidWith): string | null {
  if (cardBrand !== null && cardLast4 !== null) return cardText({ brand: cardBrand, last4: cardLast4 })
  return type === null || type === 'card' ? null : methodName(type)
}

/** How long a buyer can have a debit returned without giving a reason, in seconds: eight weeks. */
const takenBackWithin = 56 * 24 * 60 * 60

/** Until when a buyer can have a payment returned without giving a reason, or null if never. */
export function takenBackUntil({
  paymentMethodType,
  paidAt,
}: Pick<PaidWith, 'paymentMethodType'> & { readonly paidAt: Date | null }): Date | null {
  return paymentMethodType === 'sepa_debit' && paidAt !== null ? secondsAfter(paidAt, takenBackWithin) : null
}

/** The names of payment methods that differ between languages, by Stripe's type. */
const texts: Readonly<Record<string, Message>> = {
  card: msg('Card'),
  sepa_debit: msg('SEPA Direct Debit'),
  us_bank_account: msg('ACH Direct Debit'),
  bacs_debit: msg('Bacs Direct Debit'),
}

const brands: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  eps: 'EPS',
  p24: 'Przelewy24',
  blik: 'BLIK',
  bizum: 'Bizum',
  twint: 'TWINT',
  upi: 'UPI',
  klarna: 'Klarna',
  paypal: 'PayPal',
}

/** The display name for Stripe's type of payment method, or null if we have none. */
export function methodName(type: string): string | null {
  const text = lookUp(texts, type)
  return text === undefined ? (lookUp(brands, type) ?? null) : say(text)
}
