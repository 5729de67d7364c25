import { currencySign, currencySigns } from './currency-signs.ts'

/** What people call a currency beside its code and its sign, as they write it next to an amount. */
const others = new Map(
  'eur euro euros|usd us$ dollar dollars|aud au$|cad c$|chf fr sfr|inr rs|pkr rs|lkr rs|gbp pound pounds|jpy 円 yen|cny 元 rmb|krw 원|try tl|pln zl|czk kc|rsd din|uah грн|vnd đ|aed dhs|ils שח|bgn lv|ron leu'
    .split('|')
    .map((line) => line.split(' '))
    .map(([code = '', ...names]) => [code, names] as const),
)

/** Whether a text beside an amount names this currency: its code, a sign of it, or what people call it. */
export function isNameOf(text: string, currency: string): boolean {
  const name = plain(text)
  const sign = plain(currencySign(currency).symbol)
  if (name === currency || name === sign || others.get(currency)?.includes(name) === true) return true
  // The sign alone is the one of one's own country.
  const parts = name.split(' ')
  if (parts.length > 1) return parts.every((part) => isNameOf(part, currency))
  return /^\p{Sc}$/u.test(name) && sign.includes(name)
}

export function isOtherCurrency(text: string): boolean {
  return [...currencySigns.keys()].some((currency) => isNameOf(text, currency)) || /^\p{Sc}$/u.test(text)
}

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[.\p{Cf}]/gu, '')
    .trim()
}
