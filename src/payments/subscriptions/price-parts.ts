import { createHash } from 'node:crypto'
import type { PricedItem } from '#foundation/card-provider/subscriptions.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import type { Services } from '#foundation/services.ts'
import { findProviderObjects, rememberProviderObject } from './store.ts'

/** A line of the first invoice; amounts in minor units. */
export type PricedLine = {
  readonly title: string
  readonly subtotal: number
  readonly total: number
  readonly taxTitle: string | null
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
}

type Needed = { readonly fingerprint: string } & (
  | { readonly kind: 'product'; readonly title: string }
  | {
      readonly kind: 'tax_rate'
      readonly title: string
      readonly percentage: string
      readonly inclusive: boolean
    }
)

/** What each line needs at the provider, named by what it is made from. */
export function neededFor(lines: readonly PricedLine[], currency: string): Needed[] {
  const all = lines.flatMap((line) => {
    const rate = rateOf(line, currency)
    return [productOf(line), ...(rate === undefined ? [] : [rate])]
  })
  return [...new Map(all.map((one) => [one.fingerprint, one])).values()]
}

/**
 * The lines as the provider is asked for them. Products and tax rates are made on the seller's account the first time
 * that they are needed and used again after that; a tax that was changed since is another rate, because a rate's
 * percentage cannot be changed. `key` is what their idempotency keys begin with, `within` the time for each call.
 */
export async function pricedItems(
  services: Services,
  account: string,
  currency: string,
  lines: readonly PricedLine[],
  { key, within }: { readonly key: string; readonly within: number },
): Promise<PricedItem[]> {
  const needed = neededFor(lines, currency)
  const known = await findProviderObjects(
    services.db,
    account,
    needed.map(({ fingerprint }) => fingerprint),
  )
  const ids = new Map(known.map(({ fingerprint, stripeId }) => [fingerprint, stripeId]))
  const make = async (one: Needed): Promise<void> => {
    if (ids.has(one.fingerprint)) return
    const ownKey = `${key}-${one.fingerprint}`
    const id =
      one.kind === 'product'
        ? await services.provider.createProduct(account, one.title, ownKey, within)
        : await services.provider.createTaxRate(account, one, ownKey, within)
    ids.set(one.fingerprint, id)
    const { kind, fingerprint } = one
    await rememberProviderObject(services.db, { stripeAccountId: account, kind, fingerprint }, id)
  }
  await Promise.all(needed.map(make))
  return lines.map((line) => {
    const rate = rateOf(line, currency)
    return {
      productId: ids.get(productOf(line).fingerprint) ?? '',
      amount: amountOf(line, currency),
      taxRateId: rate === undefined ? null : (ids.get(rate.fingerprint) ?? ''),
    }
  })
}

function productOf({ title }: PricedLine): Needed {
  return { kind: 'product', title, fingerprint: digest(['product', title]) }
}

/**
 * The provider rounds tax to the smallest unit. Where a currency can only be charged in larger steps, our rounding would
 * differ: there the provider is asked for the total, and the tax in it stands in our books alone.
 */
function isTaxedByProvider(currency: string): boolean {
  return currencyOf(currency).step === 1
}

function rateOf({ taxTitle, taxPercentage, taxInclusive }: PricedLine, currency: string): Needed | undefined {
  if (taxPercentage === null || taxInclusive === null || !isTaxedByProvider(currency)) return undefined
  const title = taxTitle ?? 'Tax'
  const fingerprint = digest(['tax_rate', title, Number(taxPercentage), taxInclusive])
  return { kind: 'tax_rate', title, percentage: taxPercentage, inclusive: taxInclusive, fingerprint }
}

/** Before exclusive tax, with inclusive tax. */
function amountOf({ subtotal, total, taxInclusive }: PricedLine, currency: string): number {
  return taxInclusive === false && isTaxedByProvider(currency) ? subtotal : total
}

function digest(made: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 22)
}
