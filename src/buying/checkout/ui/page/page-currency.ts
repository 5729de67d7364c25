import type { CurrencySign } from '#foundation/money/currency-signs.ts'

const known = new Map<string, CurrencySign>()

/** Registers how amounts are written: the form's currency with the page, the others once they may be needed. */
export function registerCurrencies(signs: Iterable<readonly [string, CurrencySign]>): void {
  for (const [code, sign] of signs) known.set(code, sign)
}

/**
 * Replaces `foundation/money/currency-signs.ts` in the payment page's script (see `vite.config.ts`): a page shows one
 * currency, and the table of all of them is a twentieth of it.
 */
export function currencySign(code: string): CurrencySign {
  const sign = known.get(code)
  if (sign === undefined) throw new RangeError(`Unknown currency "${code}"`)
  return sign
}
