import { lookUp } from '#foundation/values/look-up.ts'

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
