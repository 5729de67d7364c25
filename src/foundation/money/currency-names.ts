import { currencySign, currencySigns } from './currency-signs.ts'

/** The names that people use for a currency next to an amount, besides its code and sign. */
const others = new Map(
  [
    'eur euro euros|usd us$ dollar dollars|aud au$ dollar dollars|cad c$ dollar dollars',
    'chf fr sfr franken francs franc|inr rs rupee rupees|pkr rs rupee rupees|lkr rs rupee rupees',
    'gbp pound pounds|jpy 円 yen|cny 元 rmb yuan 人民币 块|krw 원 won|try tl lira',
    'pln zl zloty zlotys złoty złote złotych|czk kc koruna koruny korun|rsd din',
    'uah грн гривень гривні гривня hryvnia|vnd đ dong đồng|aed dhs dirham dirhams درهم دإ',
    'ils שח shekel shekels nis|bgn lv лева lev|ron leu lei|pen sol soles|thb บาท baht bath',
    'brl real reais|mxn peso pesos mx$ mex$|ars peso pesos|cop peso pesos|clp peso pesos',
    'php peso pesos|dop peso pesos|uyu peso pesos|sek krona kronor skr|nok krone kroner nkr',
    'dkk krone kroner dkr|isk króna krónur|huf forint|idr rupiah|myr ringgit|zar rand',
    'sar riyal riyals ريال رس|qar riyal riyals ريال رق|kwd dinar dinars دينار دك|mad dirham dirhams درهم دم|twd 元',
    'hkd 元 dollar dollars|nzd dollar dollars|sgd dollar dollars|ngn naira|kes shilling shillings',
    'gel ლარი lari|kzt тенге tenge|egp جنيه جم|bhd دب|jod دأ|omr رع|bdt টাকা taka',
  ]
    .join('|')
    .split('|')
    .map((line) => line.split(' '))
    .map(([code = '', ...names]) => [code, names] as const),
)

/** Whether the text next to an amount means this currency: its code, one of its signs, or a common name. */
export function isNameOf(text: string, currency: string): boolean {
  // A small L next to digits is a mistyped 1.
  if (text === 'l') return false
  const name = plain(text)
  const sign = plain(currencySign(currency).symbol)
  if (name === currency || name === sign || others.get(currency)?.includes(name) === true) return true
  // A bare dollar or other shared sign means the local currency.
  const parts = name.split(/ |(?<=\p{L})(?=\p{Sc})|(?<=\p{Sc})(?=\p{L})/u)
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
    .replaceAll(/[."\u05f4\p{Cf}]/gu, '')
    .trim()
}
