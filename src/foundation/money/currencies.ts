import { currencySign, type CurrencySign } from './currency-signs.ts'
import { aboutHalfDollar, listedMaximums, listedMinimums, usualMaximum } from './minimums.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/**
 * The currencies in which a form can be priced, in the order they are offered. `exponent` is the number of decimals in
 * the minor unit that the card provider expects, which can differ from the currency's own (ISK and UGX are sent with
 * two decimals although they have no cents; source: the provider's currency page). `step` is the smallest possible
 * difference in minor units: 10 for currencies with three decimals, 100 for ISK and UGX. Nothing below `minimum` or
 * above `maximum` (minor units) can be charged. `smallest` is the lowest sensible price: the provider's smallest charge
 * if listed (`minimum`), and otherwise an estimate of it. Never derive any of these from `Intl`.
 */
export type Currency = CurrencySign & {
  readonly code: string
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  readonly smallest: number
}

const names = [
  'usd US Dollar',
  'eur Euro',
  'gbp British Pound',
  'aud Australian Dollar',
  'cad Canadian Dollar',
  'chf Swiss Franc',
  'jpy Japanese Yen',
  'aed UAE Dirham',
  'all Albanian Lek',
  'amd Armenian Dram',
  'ang Netherlands Antillean Guilder',
  'ars Argentine Peso',
  'awg Aruban Florin',
  'azn Azerbaijani Manat',
  'bam Bosnia-Herzegovina Convertible Mark',
  'bbd Barbadian Dollar',
  'bdt Bangladeshi Taka',
  'bgn Bulgarian Lev',
  'bhd Bahraini Dinar',
  'bif Burundian Franc',
  'bmd Bermudan Dollar',
  'bnd Brunei Dollar',
  'bob Bolivian Boliviano',
  'brl Brazilian Real',
  'bsd Bahamian Dollar',
  'bwp Botswanan Pula',
  'byn Belarusian Ruble',
  'bzd Belize Dollar',
  'cdf Congolese Franc',
  'clp Chilean Peso',
  'cny Chinese Yuan',
  'cop Colombian Peso',
  'crc Costa Rican Colón',
  'czk Czech Koruna',
  'djf Djiboutian Franc',
  'dkk Danish Krone',
  'dop Dominican Peso',
  'dzd Algerian Dinar',
  'egp Egyptian Pound',
  'etb Ethiopian Birr',
  'fjd Fijian Dollar',
  'gel Georgian Lari',
  'gmd Gambian Dalasi',
  'gnf Guinean Franc',
  'gtq Guatemalan Quetzal',
  'gyd Guyanaese Dollar',
  'hkd Hong Kong Dollar',
  'hnl Honduran Lempira',
  'htg Haitian Gourde',
  'huf Hungarian Forint',
  'idr Indonesian Rupiah',
  'ils Israeli New Shekel',
  'inr Indian Rupee',
  'isk Icelandic Króna',
  'jmd Jamaican Dollar',
  'jod Jordanian Dinar',
  'kes Kenyan Shilling',
  'kgs Kyrgystani Som',
  'khr Cambodian Riel',
  'kmf Comorian Franc',
  'krw South Korean Won',
  'kwd Kuwaiti Dinar',
  'kyd Cayman Islands Dollar',
  'kzt Kazakhstani Tenge',
  'lak Laotian Kip',
  'lbp Lebanese Pound',
  'lkr Sri Lankan Rupee',
  'mad Moroccan Dirham',
  'mdl Moldovan Leu',
  'mga Malagasy Ariary',
  'mkd Macedonian Denar',
  'mnt Mongolian Tugrik',
  'mop Macanese Pataca',
  'mur Mauritian Rupee',
  'mvr Maldivian Rufiyaa',
  'mwk Malawian Kwacha',
  'mxn Mexican Peso',
  'myr Malaysian Ringgit',
  'mzn Mozambican Metical',
  'nad Namibian Dollar',
  'ngn Nigerian Naira',
  'nio Nicaraguan Córdoba',
  'nok Norwegian Krone',
  'npr Nepalese Rupee',
  'nzd New Zealand Dollar',
  'omr Omani Rial',
  'pab Panamanian Balboa',
  'pen Peruvian Sol',
  'pgk Papua New Guinean Kina',
  'php Philippine Peso',
  'pkr Pakistani Rupee',
  'pln Polish Zloty',
  'pyg Paraguayan Guarani',
  'qar Qatari Riyal',
  'ron Romanian Leu',
  'rsd Serbian Dinar',
  'rwf Rwandan Franc',
  'sar Saudi Riyal',
  'sek Swedish Krona',
  'sgd Singapore Dollar',
  'szl Swazi Lilangeni',
  'thb Thai Baht',
  'tnd Tunisian Dinar',
  'try Turkish Lira',
  'ttd Trinidad & Tobago Dollar',
  'twd New Taiwan Dollar',
  'tzs Tanzanian Shilling',
  'uah Ukrainian Hryvnia',
  'ugx Ugandan Shilling',
  'uyu Uruguayan Peso',
  'uzs Uzbekistani Som',
  'vnd Vietnamese Dong',
  'vuv Vanuatu Vatu',
  'xaf Central African CFA Franc',
  'xcd East Caribbean Dollar',
  'xof West African CFA Franc',
  'xpf CFP Franc',
  'zar South African Rand',
  'zmw Zambian Kwacha',
]

export const currencies: readonly Currency[] = Object.freeze(names.map(parseEntry))

const byCode = new Map(currencies.map((currency) => [currency.code, currency]))

/**
 * The currency with a lowercase ISO code. Throws if it is not in the list, which would be a bug of ours, because
 * contracts check it first.
 */
export function currencyOf(code: string): Currency {
  const currency = byCode.get(code)
  if (currency === undefined) throw new RangeError(`Unknown currency "${code}"`)
  return currency
}

export function isCurrencyCode(code: string): boolean {
  return byCode.has(code)
}

function parseEntry(entry: string): Currency {
  const [code = '', ...name] = entry.split(' ')
  const sign = currencySign(code)
  const { exponent, step } = sign
  const listedMinimum = lookUp(listedMinimums, code)
  const smallest =
    listedMinimum ?? Math.round(((lookUp(aboutHalfDollar, code) ?? 0) * 10 ** exponent) / step) * step
  const minimum = listedMinimum ?? Math.ceil(smallest / 2 / step) * step
  const maximum = Math.floor((lookUp(listedMaximums, code) ?? usualMaximum) / step) * step
  return Object.freeze({ code, ...sign, name: name.join(' '), minimum, maximum, smallest })
}
