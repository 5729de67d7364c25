import type { CurrencySign } from '#foundation/money/currency-signs.ts'

const known = new Map<string, CurrencySign>()

/**
 * Registers how amounts are written: the form's currency together with the page, and other currencies once
 * they may be needed.
 */
export function registerCurrencies(signs: Iterable<readonly [string, CurrencySign]>): void {
  for (const [code, sign] of signs) known.set(code, sign)
}

/**
 * Replaces `foundation/money/currency-signs.ts` in the payment page's script (see `vite.config.ts`). A page
 * shows only one currency, and the table of all currencies is a twentieth of the script.
 */
export function currencySign(code: string): CurrencySign {
  const sign = known.get(code)
  if (sign === undefined) throw new RangeError(`Unknown currency "${code}"`)
  return sign
}
