/**
 * How amounts in each currency are written, for pages that show only a few and offer no choice.
 * `currencies.ts` builds on this table.
 */
export type CurrencySign = {
  readonly symbol: string
  readonly exponent: 0 | 2 | 3
  readonly step: 1 | 10 | 100
}

const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '))
const wholeUnitsInTwoDecimals = new Set(['isk', 'ugx'])

/** Codes and symbols alternating, in the order in which the currencies are offered. */
const codesAndSymbols = [
  'usd $ eur € gbp £ aud A$ cad CA$ chf CHF jpy ¥ aed د.إ all L amd ֏ ang ƒ ars AR$ awg ƒ azn ₼',
  'bam KM bbd Bds$ bdt ৳ bgn лв bhd BD bif FBu bmd BD$ bnd B$ bob Bs brl R$ bsd B$ bwp P byn Br',
  'bzd BZ$ cdf FC clp CLP$ cny CN¥ cop COL$ crc ₡ czk Kč djf Fdj dkk kr dop RD$ dzd DA egp E£',
  'etb Br fjd FJ$ gel ₾ gmd D gnf FG gtq Q gyd G$ hkd HK$ hnl L htg G huf Ft idr Rp ils ₪ inr ₹',
  'isk kr jmd J$ jod JD kes KSh kgs сом khr ៛ kmf CF krw ₩ kwd KD kyd CI$ kzt ₸ lak ₭ lbp LL lkr Rs',
  'mad DH mdl L mga Ar mkd ден mnt ₮ mop MOP$ mur ₨ mvr Rf mwk MK mxn MX$ myr RM mzn MT nad N$',
  'ngn ₦ nio C$ nok kr npr रू nzd NZ$ omr RO pab B/. pen S/ pgk K php ₱ pkr ₨ pln zł pyg ₲ qar QR',
  'ron lei rsd дин. rwf RF sar SR sek kr sgd S$ szl E thb ฿ tnd DT try ₺ ttd TT$ twd NT$ tzs TSh',
  'uah ₴ ugx USh uyu $U uzs soʻm vnd ₫ vuv VT xaf FCFA xcd EC$ xof CFA xpf ₣ zar R zmw ZK',
]

export const currencySigns: ReadonlyMap<string, CurrencySign> = new Map(
  codesAndSymbols.flatMap((line) => [...line.matchAll(/(\w+) (\S+)/g)]).map(signOf),
)

/**
 * How amounts with a lowercase ISO code are written. Throws if it is not in the list, which would be a bug of ours,
 * because contracts check it first.
 */
export function currencySign(code: string): CurrencySign {
  const sign = currencySigns.get(code)
  if (sign === undefined) throw new RangeError(`Unknown currency "${code}"`)
  return sign
}

function signOf([, code = '', symbol = '']: RegExpExecArray): [string, CurrencySign] {
  const exponent = zeroDecimal.has(code) ? 0 : threeDecimal.has(code) ? 3 : 2
  const step = threeDecimal.has(code) ? 10 : wholeUnitsInTwoDecimals.has(code) ? 100 : 1
  return [code, Object.freeze({ symbol, exponent, step })]
}
