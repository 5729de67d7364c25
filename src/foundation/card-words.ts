const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** The name of a card's brand, by the provider's word for it. */
export function brandName(brand: string): string {
  return brands[brand] ?? 'Card'
}

/** A card as people tell theirs apart: "Visa ending in 4242". */
export function cardText(card: { readonly brand: string; readonly last4: string }): string {
  return `${brandName(card.brand)} ending in ${card.last4}`
}

const methods: Readonly<Record<string, string>> = {
  link: 'Link',
  sepa_debit: 'SEPA Direct Debit',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  blik: 'BLIK',
  eps: 'EPS',
  p24: 'Przelewy24',
  upi: 'UPI',
  twint: 'TWINT',
  klarna: 'Klarna',
  us_bank_account: 'ACH Direct Debit',
  bacs_debit: 'Bacs Direct Debit',
}

type PaidWith = {
  readonly cardBrand: string | null
  readonly cardLast4: string | null
  readonly paymentMethodType: string | null
}

/** What paid a purchase: the card in the same words, or the name of another method; null where it is not known. */
export function paidWithText({ cardBrand, cardLast4, paymentMethodType: type }: PaidWith): string | null {
  if (cardBrand !== null && cardLast4 !== null) return cardText({ brand: cardBrand, last4: cardLast4 })
  return type === null || type === 'card' ? null : (methods[type] ?? 'another method')
}
