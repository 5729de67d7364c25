import { t } from '#foundation/language/t.ts'
import { lookUp } from '#foundation/values/look-up.ts'

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

/** The name of a card brand, by the provider's code for it. */
export function brandName(brand: string): string {
  return lookUp(brands, brand) ?? t('Card')
}

/** Describes a card for its owner, such as "Visa ending in 4242". */
export function cardText(card: { readonly brand: string; readonly last4: string }): string {
  return t('{brand} ending in {digits}', { brand: brandName(card.brand), digits: card.last4 })
}
