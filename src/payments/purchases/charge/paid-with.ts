import { cardText } from '#foundation/text/card-words.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { lookUp } from '#foundation/values/look-up.ts'

type PaidWith = {
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly paymentMethodType: string | null
}

/** A purchase's payment method: "Visa ending in 4242", or another method's name; null if unknown. */
export function paidWithText({ cardBrand, cardLast4, paymentMethodType: type }: PaidWith): string | null {
  if (cardBrand !== null && cardLast4 !== null) return cardText({ brand: cardBrand, last4: cardLast4 })
  return type === null || type === 'card' ? null : methodName(type)
}

/** How long a bank returns a debit without a reason, in seconds: eight weeks. */
const takenBackWithin = 56 * 24 * 60 * 60

/** Until when a buyer can have a payment returned without a reason the seller could dispute; null: never. */
export function takenBackUntil({
  paymentMethodType,
  paidAt,
}: Pick<PaidWith, 'paymentMethodType'> & { readonly paidAt: Date | null }): Date | null {
  return paymentMethodType === 'sepa_debit' && paidAt !== null ? secondsAfter(paidAt, takenBackWithin) : null
}

/** Names of payment methods for buyers and sellers, by the provider's type. */
const names: Readonly<Record<string, string>> = {
  card: 'Card',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  sepa_debit: 'SEPA Direct Debit',
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
  us_bank_account: 'ACH Direct Debit',
  bacs_debit: 'Bacs Direct Debit',
}

/** A payment method's name; null for one without a name here. */
export function methodName(type: string): string | null {
  return lookUp(names, type) ?? null
}
