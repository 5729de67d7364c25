import { europeanCountries } from '#foundation/values/european-countries.ts'

/**
 * Countries that require consumer prices to include tax, by ISO 3166-1 code. Sellers elsewhere can show prices before
 * tax if each price says so.
 */
const grossCountries = new Set([
  // Directive 98/6/EC, article 2(a); Directive 2011/83/EU, article 6(1)(e).
  ...europeanCountries,
  // Price Marking Order 2004, article 2; Consumer Contracts Regulations 2013, schedule 2.
  'GB',
  // Preisbekanntgabeverordnung (SR 942.211), articles 4 and 10.
  'CH',
  // Australia: Australian Consumer Law, section 48.
  'AU',
  // New Zealand: Fair Trading Act 1986, sections 9 and 13(g), as the Commerce Commission applies them to prices.
  'NZ',
  // Japan: Consumption Tax Act, article 63.
  'JP',
  // Singapore: Goods and Services Tax (General) Regulations, regulation 77.
  'SG',
  // Value-Added Tax Act 89 of 1991, section 65.
  'ZA',
  // Consumer Protection (E-Commerce) Rules 2020, rule 6(5)(b).
  'IN',
  // Mexico: Ley Federal de Protección al Consumidor, artículo 7 Bis.
  'MX',
  // Ley 19.496, artículo 30.
  'CL',
  // Decreto 5.903/2006, artigo 3.
  'BR',
  // Consumer Protection Law 5741-1981, section 17B.
  'IL',
])

/** Whether sellers in a country show prices with tax. False if the country is unknown. */
export function isGrossFirst(country: string | null): boolean {
  return country !== null && grossCountries.has(country)
}
