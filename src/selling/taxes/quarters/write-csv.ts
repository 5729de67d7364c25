import { amount, number, text } from '#foundation/csv/cells.ts'
import type { Columns } from '#foundation/csv/write-csv.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { divideHalfUp } from '#foundation/money/tax.ts'
import type { QuarterSum } from './contract.ts'

/** How many units of a currency one euro buys, as decimal text, by lowercase code. */
type Rates = ReadonlyMap<string, string>

/** Reads rates such as "usd:1.0832,jpy:163.2". */
export function readRates(written: string): Rates {
  return new Map(
    written.split(',').flatMap((one) => {
      const [code = '', rate = ''] = one.split(':')
      return Number(rate) > 0 ? [[code, rate]] : []
    }),
  )
}

/**
 * An amount in euro cents, rounded half away from zero, which is how sums are converted for the EU's one-stop shop.
 * Null without a rate.
 */
export function inEuros(minor: number, currency: string, rates: Rates): number | null {
  if (currency === 'eur') return minor
  const rate = rates.get(currency)
  if (rate === undefined) return null
  const [whole = '0', fraction = ''] = rate.split('.')
  const scaled = BigInt(whole + fraction.padEnd(8, '0'))
  const units = 10n ** BigInt(currencyOf(currency).exponent)
  const cents = divideHalfUp(BigInt(Math.abs(minor)) * 100n * 10n ** 8n, units * scaled)
  return Math.sign(minor) * Number(cents)
}

/** A line for each sum, with an amount in euros if its rate is known. */
export function columnsWith(rates: Rates): Columns<QuarterSum> {
  const euros = (minor: number, currency: string) => {
    const cents = inEuros(minor, currency, rates)
    return cents === null ? text('') : amount(cents, 'eur')
  }
  return {
    'Paid in': ({ paidIn }) => text(paidIn),
    Country: ({ country }) => text(country),
    Rate: ({ percentage }) => (percentage === null ? text('') : number(percentage)),
    Treatment: ({ percentage, treatment }) => text(treatment ?? (percentage === null ? 'none' : 'standard')),
    Currency: ({ currency }) => text(currency.toUpperCase()),
    Net: ({ net, currency }) => amount(net, currency),
    Tax: ({ tax, currency }) => amount(tax, currency),
    'EUR rate': ({ currency }) => text(currency === 'eur' ? '1' : rates.get(currency)),
    'EUR net': ({ net, currency }) => euros(net, currency),
    'EUR tax': ({ tax, currency }) => euros(tax, currency),
    'Needs a look': ({ toCheck }) => number(toCheck),
  }
}
