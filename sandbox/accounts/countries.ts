const euroCountries = new Set('AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))

const currencies: Record<string, string> = {
  AE: 'aed',
  AU: 'aud',
  BG: 'bgn',
  BR: 'brl',
  CA: 'cad',
  CH: 'chf',
  CZ: 'czk',
  DK: 'dkk',
  GB: 'gbp',
  HK: 'hkd',
  HU: 'huf',
  IN: 'inr',
  JP: 'jpy',
  MX: 'mxn',
  MY: 'myr',
  NO: 'nok',
  NZ: 'nzd',
  PL: 'pln',
  RO: 'ron',
  SE: 'sek',
  SG: 'sgd',
  TH: 'thb',
}

/** The payout currency for accounts in a country, or dollars if the sandbox does not know the country. */
export function currencyOfCountry(country: string): string {
  return euroCountries.has(country) ? 'eur' : (currencies[country] ?? 'usd')
}
