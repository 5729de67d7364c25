/**
 * The standard VAT rates of the member states on 1 January 2026, as the European Commission publishes them
 * (https://europa.eu/youreurope/business/taxation/vat/vat-rules-rates/). Sellers check them before saving, because
 * rates change, and some goods and services have other rates.
 */
export const euRates: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
}

/** The date of these rates. */
export const euRatesAt = '2026-01-01'
