import { cardText } from '#foundation/text/card-words.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { lookUp } from '#foundation/values/look-up.ts'

type PaidWith = {
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly paymentMethodType: string | null
}

/** What pays a purchase: the card as people tell theirs apart, or another method by its name; null where nobody knows. */
export function paidWithText({ cardBrand, cardLast4, paymentMethodType: type }: PaidWith): string | null {
  if (cardBrand !== null && cardLast4 !== null) return cardText({ brand: cardBrand, last4: cardLast4 })
  return type === null || type === 'card' ? null : methodName(type)
}

/** For so long a buyer has a debit taken back by their bank without a reason, in seconds: eight weeks. */
const takenBackWithin = 56 * 24 * 60 * 60

/** Until when a buyer can have a payment taken back without a reason that its seller could dispute; null: not at all. */
export function takenBackUntil({
  paymentMethodType,
  paidAt,
}: Pick<PaidWith, 'paymentMethodType'> & { readonly paidAt: Date | null }): Date | null {
  return paymentMethodType === 'sepa_debit' && paidAt !== null ? secondsAfter(paidAt, takenBackWithin) : null
}

/** Ways to pay as buyers and sellers know them, by the provider's name for each type of payment method. */
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

/** The name of a way to pay; null for one that nobody has named here. */
export function methodName(type: string): string | null {
  return lookUp(names, type) ?? null
}
