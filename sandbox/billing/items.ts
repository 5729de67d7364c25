import { invalidRequest } from '#api/errors.ts'
import { newId } from '#ids.ts'
import { find } from '#payments/find.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import type { World } from '#world.ts'
import { startDiscounts } from './discounts.ts'
import { oneTimeLine, priceOf, type Period } from './invoices/lines.ts'
import { createPrice } from './prices.ts'
import type { InvoiceLine, PriceRecord, SubscriptionItem } from './records.ts'
import type { AddedItemParams, ItemParams } from './subscription-params.ts'

/**
 * The subscription's items after a change. Entries with an id change or remove an item, and entries without
 * one add an item.
 */
export function mergeItems(
  world: World,
  account: string,
  present: SubscriptionItem[],
  given: ItemParams[],
): SubscriptionItem[] {
  const merged = [...present]
  for (const [index, params] of given.entries()) {
    const position = merged.findIndex((item) => item.id === params.id)
    if (params.id !== undefined && position < 0) {
      throw invalidRequest(`No such subscription item: '${params.id}'`, {
        code: 'resource_missing',
        param: `items[${index}][id]`,
      })
    }
    const before = merged[position]
    if (before === undefined) merged.push(newItem(world, account, params, index))
    else if (params.deleted === true) merged.splice(position, 1)
    else merged[position] = changedItem(world, account, before, params, index)
  }
  checkItems(world, merged)
  return merged
}

function newItem(world: World, account: string, params: ItemParams, index: number): SubscriptionItem {
  const price = recurringPrice(world, account, params, index)
  if (price === undefined) {
    throw invalidRequest(`Missing required param: items[${index}][price].`, {
      code: 'parameter_missing',
      param: `items[${index}][price]`,
    })
  }
  const id = newId('si', 14)
  const { currency } = price
  const param = `items[${index}][discounts]`
  return {
    id,
    created: world.clock.now(),
    discounts: startDiscounts(world, params.discounts ?? [], { account, currency, item: id, param }),
    price: price.id,
    quantity: params.quantity ?? 1,
    tax_rates: taxRatesOf(world, account, params.tax_rates),
    metadata: params.metadata ?? {},
  }
}

function changedItem(
  world: World,
  account: string,
  before: SubscriptionItem,
  params: ItemParams,
  index: number,
): SubscriptionItem {
  return {
    ...before,
    price: recurringPrice(world, account, params, index)?.id ?? before.price,
    quantity: params.quantity ?? before.quantity,
    tax_rates:
      params.tax_rates === undefined ? before.tax_rates : taxRatesOf(world, account, params.tax_rates),
    metadata: mergeMetadata(before.metadata, params.metadata),
  }
}

function recurringPrice(
  world: World,
  account: string,
  params: ItemParams,
  index: number,
): PriceRecord | undefined {
  const param = `items[${index}][price]`
  const { price_data: data } = params
  if (data !== undefined) {
    return createPrice(world, account, { ...data, active: false })
  }
  if (params.price === undefined) return undefined
  const price = find(world.store.prices, account, params.price, 'price', param)
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param })
  }
  if (price.recurring === null) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    )
  }
  return price
}

/** All items of a subscription have the same currency and renew together. */
function checkItems(world: World, items: SubscriptionItem[]): void {
  if (items.length === 0) {
    throw invalidRequest('A subscription must have at least one active plan.', { param: 'items' })
  }
  const kinds = new Set(
    items.map((item) => {
      const { currency, recurring } = priceOf(world, item.price)
      return `${currency} ${recurring?.interval_count} ${recurring?.interval}`
    }),
  )
  if (kinds.size > 1) {
    throw invalidRequest(
      'Currency and interval fields must match across all plans on this subscription. Found mismatch in interval or currency field.',
      { param: 'items' },
    )
  }
}

export function taxRatesOf(world: World, account: string, ids: string[] | null | undefined): string[] {
  return (ids ?? []).map((id) => {
    const rate = find(world.store.taxRates, account, id, 'tax rate', 'tax_rates')
    if (!rate.active) {
      throw invalidRequest(`The tax rate ${id} is archived and cannot be used.`, { param: 'tax_rates' })
    }
    return rate.id
  })
}

/** Lines only for the next invoice, such as an extra bought with the subscription. */
export function addedLines(
  world: World,
  account: string,
  given: AddedItemParams[],
  currency: string,
  period: Period,
): InvoiceLine[] {
  return given.map((params, index) => {
    const price = oneTimePrice(world, account, params, index)
    if (price.currency !== currency) {
      throw invalidRequest('All items on an invoice must use the same currency.', {
        param: `add_invoice_items[${index}]`,
      })
    }
    const rates = taxRatesOf(world, account, params.tax_rates)
    const discounts = startDiscounts(world, params.discounts ?? [], {
      account,
      currency,
      item: null,
      param: `add_invoice_items[${index}][discounts]`,
    })
    const { quantity = 1, metadata = {} } = params
    return oneTimeLine(world, price, { quantity, taxRates: rates, discounts, metadata, period })
  })
}

function oneTimePrice(world: World, account: string, params: AddedItemParams, index: number): PriceRecord {
  const param = `add_invoice_items[${index}][price]`
  if (params.price_data !== undefined) {
    return createPrice(world, account, { ...params.price_data, recurring: undefined, active: false })
  }
  if (params.price === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const price = find(world.store.prices, account, params.price, 'price', param)
  if (!price.active) throw invalidRequest('The price specified is inactive.', { param })
  if (price.recurring !== null) {
    throw invalidRequest(
      'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
      { param },
    )
  }
  return price
}
