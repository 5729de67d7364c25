import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { PriceState } from '#foundation/db/tables/products.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { largestPayment } from '#foundation/money/price-problem.ts'
import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import type { CatalogItemChange } from '#selling/catalog/serve-catalog-items.ts'
import { chargedRate } from '#selling/taxes/contract.ts'
import { type ChargedRow, findCharges, findOwn, findTax } from '../store.ts'
import { largestPart, type Priced } from './term-problems.ts'

/** The ids of everything a form charges in addition to its price. */
export type ChargedParts = {
  readonly timers: readonly { readonly amount: number | null; readonly priceId: string | null }[]
  readonly bumps: readonly string[]
  readonly otoSequenceList: readonly string[]
  readonly oneTimeOffer: string | null
  readonly taxId: string | null
}

/** The charges of a form about to be saved, with only the seller's own items. */
export async function chargesOfParts(
  db: Kysely<Database>,
  sellerId: string,
  form: Omit<Charges, keyof ChargedParts | 'tax'>,
  { timers, bumps, otoSequenceList, oneTimeOffer, taxId }: ChargedParts,
): Promise<Charges> {
  const [ownBumps, [offer = null], tax] = await Promise.all([
    findOwn(db, 'bumpsView', sellerId, [...bumps, ...otoSequenceList]),
    findOwn(db, 'offersView', sellerId, oneTimeOffer === null ? [] : [oneTimeOffer]),
    taxId === null ? undefined : findTax(db, sellerId, taxId),
  ])
  const ofIds = (ids: readonly string[]) => ownBumps.filter(({ id }) => ids.includes(id))
  return {
    ...form,
    timers,
    bumps: ofIds(bumps),
    otoSequenceList: ofIds(otoSequenceList),
    oneTimeOffer: offer,
    tax: tax === undefined ? null : chargedRate(tax),
  }
}

/** The error if changing an item would exceed what a card can pay on one of these forms, or null. */
export async function chargeProblem(
  db: Kysely<Database>,
  sellerId: string,
  formIds: readonly string[],
  change: CatalogItemChange,
): Promise<string | null> {
  for (const row of await findCharges(db, sellerId, formIds)) {
    const [problem] = Object.values(largestChargeProblems(changed(row, change)))
    if (problem !== undefined) return t('On the form “{title}”: {problem}', { title: row.title, problem })
  }
  return null
}

function changed(row: ChargedRow, change: CatalogItemChange): Charges {
  if ('tax' in change) return { ...row, tax: change.tax }
  const reprice = <One extends { readonly id: string }>(part: One) =>
    part.id === change.id ? { ...part, amount: change.amount } : part
  return {
    ...row,
    tax: row.tax && chargedRate(row.tax),
    bumps: row.bumps.map(reprice),
    otoSequenceList: row.otoSequenceList.map(reprice),
    oneTimeOffer: row.oneTimeOffer && reprice(row.oneTimeOffer),
  }
}

type Part = { readonly id: string; readonly amount: number; readonly currency: string | null }

/** Everything a form's buyers can be charged. Amounts are in minor units of its currency. */
type Charges = Priced & {
  readonly currency: string
  /** The alternatives to the form's first price. */
  readonly prices: readonly (Priced & { readonly id: string | null; readonly state: PriceState })[]
  /** The largest quantity. */
  readonly quantityMax: number
  readonly timers: readonly { readonly amount: number | null; readonly priceId: string | null }[]
  readonly bumps: readonly Part[]
  readonly otoSequenceList: readonly Part[]
  readonly oneTimeOffer: Part | null
  readonly tax: TaxRate | null
}

/**
 * Errors by field for charges larger than a card can pay: each current and future price at the maximum quantity, with
 * tax and all order bumps, and each offer alone, with its tax.
 */
export function largestChargeProblems({
  currency,
  tax,
  quantityMax,
  ...form
}: Charges): Record<string, string> {
  const { maximum } = currencyOf(currency)
  const totalOf = (amount: number) => taxAmount(amount, tax, currency).total
  const bumpsTotal = form.bumps
    .filter((bump) => bump.currency === currency)
    .reduce((sum, { amount }) => sum + totalOf(amount), 0)
  const most = largestPayment(currency)
  const inText = (total: number) => formatAmount(total, currency)
  const ofPrice = (field: string, price: Priced): Record<string, string> => {
    // Other checks report invalid amounts.
    const { amount, suggestedAmount, presetAmounts, trialAmount, setupAmount } = price
    const amounts = [amount, suggestedAmount ?? 0, ...presetAmounts, trialAmount, setupAmount]
    if (!amounts.every(Number.isSafeInteger)) return {}
    const one = largestPart(price, 1, totalOf)
    if (one > maximum) {
      const text = t(
        'amount with its tax comes to {total}, which is above the maximum card payment of {most}',
        { total: inText(one), most },
      )
      return { [field]: text }
    }
    const total = largestPart(price, quantityMax, totalOf)
    if (total > maximum) {
      const text = t(
        'The price for {quantityMax} with its tax comes to {total}, which is above the maximum card payment of {most}',
        { quantityMax, total: inText(total), most },
      )
      return { quantityMax: text }
    }
    if (total + bumpsTotal <= maximum) return {}
    const text = t(
      'The price with all order bumps and its tax comes to {total}, which is above the maximum card payment of {most}',
      { total: inText(total + bumpsTotal), most },
    )
    return { bumps: text }
  }
  const isTooLarge = (offer: Part) => offer.currency === currency && totalOf(offer.amount) > maximum
  const ofBump = (bump: Part): string =>
    t('This order bump with its tax comes to {total}, which is above the maximum card payment of {most}', {
      total: inText(totalOf(bump.amount)),
      most,
    })
  const ofOffer = (offer: Part): string =>
    t(
      'This one-time offer with its tax comes to {total}, which is above the maximum card payment of {most}',
      { total: inText(totalOf(offer.amount)), most },
    )
  const found: Record<string, string>[] = [
    ...form.timers.map(({ amount, priceId }, index) => {
      const own = form.prices.find(({ id }) => id !== null && id === priceId)
      return ofPrice(`timers.${index}.amount`, { ...(own ?? form), amount: amount ?? 0 })
    }),
    ...form.prices.map((price, index) =>
      price.state === 'retired' ? {} : ofPrice(`prices.${index}.amount`, price),
    ),
    ofPrice('amount', form),
    ...form.otoSequenceList.filter(isTooLarge).map((bump) => ({ otoSequenceList: ofBump(bump) })),
    form.oneTimeOffer !== null && isTooLarge(form.oneTimeOffer)
      ? { oneTimeOffer: ofOffer(form.oneTimeOffer) }
      : {},
  ]
  return found.reduce((all, errors) => ({ ...all, ...errors }), {})
}
