import { aboutHalfDollar, listedMaximums, listedMinimums, usualMaximum } from './minimums.ts'

/**
 * The currencies a form can be priced in, in the order they are offered.
 *
 * `exponent` is the number of decimals of the minor unit that the card provider expects, which is not always the
 * currency's own (ISK and UGX are sent with two decimals though they have no cents; source: the provider's currency
 * page). `step` is the smallest chargeable difference in minor units: 10 for three-decimal currencies, 100 for ISK and
 * UGX. Nothing below `minimum` or above `maximum` (minor units) can be charged; `smallest` is what a price should be at least: the same where
 * the provider lists its smallest charge, and about what it comes to elsewhere. Never derive any of these from `Intl`.
 */
export type Currency = {
  readonly code: string
  readonly symbol: string
  readonly name: string
  readonly exponent: 0 | 2 | 3
  readonly step: 1 | 10 | 100
  readonly minimum: number
  readonly maximum: number
  readonly smallest: number
}

const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '))
const wholeUnitsInTwoDecimals = new Set(['isk', 'ugx'])

const listed = [
  'usd $ US Dollar',
  'eur € Euro',
  'gbp £ British Pound',
  'aud A$ Australian Dollar',
  'cad CA$ Canadian Dollar',
  'chf CHF Swiss Franc',
  'jpy ¥ Japanese Yen',
  'aed د.إ UAE Dirham',
  'all L Albanian Lek',
  'amd ֏ Armenian Dram',
  'ang ƒ Netherlands Antillean Guilder',
  'ars AR$ Argentine Peso',
  'awg ƒ Aruban Florin',
  'azn ₼ Azerbaijani Manat',
  'bam KM Bosnia-Herzegovina Convertible Mark',
  'bbd Bds$ Barbadian Dollar',
  'bdt ৳ Bangladeshi Taka',
  'bgn лв Bulgarian Lev',
  'bhd BD Bahraini Dinar',
  'bif FBu Burundian Franc',
  'bmd BD$ Bermudan Dollar',
  'bnd B$ Brunei Dollar',
  'bob Bs Bolivian Boliviano',
  'brl R$ Brazilian Real',
  'bsd B$ Bahamian Dollar',
  'bwp P Botswanan Pula',
  'byn Br Belarusian Ruble',
  'bzd BZ$ Belize Dollar',
  'cdf FC Congolese Franc',
  'clp CLP$ Chilean Peso',
  'cny CN¥ Chinese Yuan',
  'cop COL$ Colombian Peso',
  'crc ₡ Costa Rican Colón',
  'czk Kč Czech Koruna',
  'djf Fdj Djiboutian Franc',
  'dkk kr Danish Krone',
  'dop RD$ Dominican Peso',
  'dzd DA Algerian Dinar',
  'egp E£ Egyptian Pound',
  'etb Br Ethiopian Birr',
  'fjd FJ$ Fijian Dollar',
  'gel ₾ Georgian Lari',
  'gmd D Gambian Dalasi',
  'gnf FG Guinean Franc',
  'gtq Q Guatemalan Quetzal',
  'gyd G$ Guyanaese Dollar',
  'hkd HK$ Hong Kong Dollar',
  'hnl L Honduran Lempira',
  'htg G Haitian Gourde',
  'huf Ft Hungarian Forint',
  'idr Rp Indonesian Rupiah',
  'ils ₪ Israeli New Shekel',
  'inr ₹ Indian Rupee',
  'isk kr Icelandic Króna',
  'jmd J$ Jamaican Dollar',
  'jod JD Jordanian Dinar',
  'kes KSh Kenyan Shilling',
  'kgs сом Kyrgystani Som',
  'khr ៛ Cambodian Riel',
  'kmf CF Comorian Franc',
  'krw ₩ South Korean Won',
  'kwd KD Kuwaiti Dinar',
  'kyd CI$ Cayman Islands Dollar',
  'kzt ₸ Kazakhstani Tenge',
  'lak ₭ Laotian Kip',
  'lbp LL Lebanese Pound',
  'lkr Rs Sri Lankan Rupee',
  'mad DH Moroccan Dirham',
  'mdl L Moldovan Leu',
  'mga Ar Malagasy Ariary',
  'mkd ден Macedonian Denar',
  'mnt ₮ Mongolian Tugrik',
  'mop MOP$ Macanese Pataca',
  'mur ₨ Mauritian Rupee',
  'mvr Rf Maldivian Rufiyaa',
  'mwk MK Malawian Kwacha',
  'mxn MX$ Mexican Peso',
  'myr RM Malaysian Ringgit',
  'mzn MT Mozambican Metical',
  'nad N$ Namibian Dollar',
  'ngn ₦ Nigerian Naira',
  'nio C$ Nicaraguan Córdoba',
  'nok kr Norwegian Krone',
  'npr रू Nepalese Rupee',
  'nzd NZ$ New Zealand Dollar',
  'omr RO Omani Rial',
  'pab B/. Panamanian Balboa',
  'pen S/ Peruvian Sol',
  'pgk K Papua New Guinean Kina',
  'php ₱ Philippine Peso',
  'pkr ₨ Pakistani Rupee',
  'pln zł Polish Zloty',
  'pyg ₲ Paraguayan Guarani',
  'qar QR Qatari Riyal',
  'ron lei Romanian Leu',
  'rsd дин. Serbian Dinar',
  'rwf RF Rwandan Franc',
  'sar SR Saudi Riyal',
  'sek kr Swedish Krona',
  'sgd S$ Singapore Dollar',
  'szl E Swazi Lilangeni',
  'thb ฿ Thai Baht',
  'tnd DT Tunisian Dinar',
  'try ₺ Turkish Lira',
  'ttd TT$ Trinidad & Tobago Dollar',
  'twd NT$ New Taiwan Dollar',
  'tzs TSh Tanzanian Shilling',
  'uah ₴ Ukrainian Hryvnia',
  'ugx USh Ugandan Shilling',
  'uyu $U Uruguayan Peso',
  'uzs soʻm Uzbekistani Som',
  'vnd ₫ Vietnamese Dong',
  'vuv VT Vanuatu Vatu',
  'xaf FCFA Central African CFA Franc',
  'xcd EC$ East Caribbean Dollar',
  'xof CFA West African CFA Franc',
  'xpf ₣ CFP Franc',
  'zar R South African Rand',
  'zmw ZK Zambian Kwacha',
]

export const currencies: readonly Currency[] = Object.freeze(listed.map(parseEntry))

const byCode = new Map(currencies.map((currency) => [currency.code, currency]))

/** The currency of a lowercase ISO code; throws when it is not in the list (a fault of ours: contracts check first). */
export function currencyOf(code: string): Currency {
  const currency = byCode.get(code)
  if (currency === undefined) throw new RangeError(`Unknown currency "${code}"`)
  return currency
}

export function isCurrencyCode(code: string): boolean {
  return byCode.has(code)
}

function parseEntry(entry: string): Currency {
  const [code = '', symbol = '', ...name] = entry.split(' ')
  const exponent = zeroDecimal.has(code) ? 0 : threeDecimal.has(code) ? 3 : 2
  const step = threeDecimal.has(code) ? 10 : wholeUnitsInTwoDecimals.has(code) ? 100 : 1
  const listedMinimum = listedMinimums[code]
  const smallest = listedMinimum ?? Math.round(((aboutHalfDollar[code] ?? 0) * 10 ** exponent) / step) * step
  const minimum = listedMinimum ?? Math.ceil(smallest / 2 / step) * step
  const maximum = Math.floor((listedMaximums[code] ?? usualMaximum) / step) * step
  return Object.freeze({ code, symbol, name: name.join(' '), exponent, step, minimum, maximum, smallest })
}
