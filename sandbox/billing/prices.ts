import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, metadata, naturalNumber, pagination, text } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { checkCurrency, checkUnits } from '#payments/currencies.ts'
import { find, ownedBy } from '#payments/find.ts'
import type { World } from '#world.ts'
import { interval, type PriceRecord } from './records.ts'
import { renderPrice, renderProduct } from './render-price.ts'

const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified'])
export const recurringParams = z.strictObject({ interval, interval_count: naturalNumber.optional() })

type PriceDetails = {
  readonly currency: string
  readonly unit_amount: number
  readonly product: string
  readonly recurring: z.infer<typeof recurringParams> | undefined
  readonly tax_behavior?: PriceRecord['tax_behavior'] | undefined
  readonly active: boolean
}

const longest = { day: 1095, week: 156, month: 36, year: 3 }

/** Creates a price. Its amount, currency and interval can never be changed. */
export function createPrice(world: World, account: string, details: PriceDetails): PriceRecord {
  const currency = checkCurrency(details.currency)
  checkUnits(details.unit_amount, currency, 'unit_amount')
  const count = details.recurring?.interval_count ?? 1
  if (details.recurring !== undefined && (count < 1 || count > longest[details.recurring.interval])) {
    throw invalidRequest('The billing interval must be at least one day and at most three years.', {
      param: 'recurring[interval_count]',
    })
  }
  return world.store.prices.put({
    id: newId('price'),
    account,
    created: world.clock.now(),
    active: details.active,
    currency,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: find(world.store.products, account, details.product, 'product').id,
    recurring:
      details.recurring === undefined
        ? null
        : { interval: details.recurring.interval, interval_count: count },
    tax_behavior: details.tax_behavior ?? 'unspecified',
    unit_amount: details.unit_amount,
  })
}

const productData = z.strictObject({ name: text, metadata: metadata.optional(), tax_code: text.optional() })

const create = operation({
  method: 'POST',
  path: '/v1/prices',
  params: z.strictObject({
    currency: text,
    unit_amount: naturalNumber,
    product: text.optional(),
    product_data: productData.optional(),
    recurring: recurringParams.optional(),
    active: boolean.optional(),
    lookup_key: text.max(200).optional(),
    metadata: metadata.optional(),
    nickname: text.optional(),
    tax_behavior: taxBehavior.optional(),
  }),
  run({ world, account }, params) {
    if ((params.product === undefined) === (params.product_data === undefined)) {
      throw invalidRequest('You must pass either `product` or `product_data`.', {
        code: 'parameter_missing',
        param: 'product',
      })
    }
    checkLookupKey(world, account, params.lookup_key)
    const product = params.product ?? productFor(world, account, params.product_data)
    const made = createPrice(world, account, {
      currency: params.currency,
      unit_amount: params.unit_amount,
      product,
      recurring: params.recurring,
      tax_behavior: params.tax_behavior,
      active: params.active ?? true,
    })
    const price = world.store.prices.put({
      ...made,
      lookup_key: params.lookup_key ?? null,
      metadata: params.metadata ?? {},
      nickname: params.nickname ?? null,
    })
    emit(world, account, 'price.created', renderPrice(price))
    return renderPrice(price)
  },
})

/** A lookup key is unique among an account's active prices. */
function checkLookupKey(world: World, account: string, key: string | undefined): void {
  if (key === undefined) return
  for (const price of world.store.prices.all()) {
    const isTaken = price.account === account && price.active && price.lookup_key === key
    if (!isTaken) continue
    throw invalidRequest(`A price (\`${price.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
  }
}

function productFor(world: World, account: string, data: z.infer<typeof productData> | undefined): string {
  const now = world.clock.now()
  const product = world.store.products.put({
    id: newId('prod', 14),
    account,
    created: now,
    active: true,
    description: null,
    images: [],
    metadata: data?.metadata ?? {},
    name: data?.name ?? '',
    default_price: null,
    statement_descriptor: null,
    tax_code: data?.tax_code ?? null,
    unit_label: null,
    updated: now,
    url: null,
  })
  emit(world, account, 'product.created', renderProduct(product))
  return product.id
}

const list = operation({
  method: 'GET',
  path: '/v1/prices',
  params: z.strictObject({
    active: boolean.optional(),
    currency: text.optional(),
    lookup_keys: z.array(text).max(10).optional(),
    product: text.optional(),
    type: z.enum(['one_time', 'recurring']).optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const prices = ownedBy(world.store.prices, account).filter(
      (one) =>
        (params.active === undefined || one.active === params.active) &&
        (params.currency === undefined || one.currency === params.currency) &&
        (params.lookup_keys === undefined || params.lookup_keys.includes(one.lookup_key ?? '')) &&
        (params.product === undefined || one.product === params.product) &&
        (params.type === undefined || (params.type === 'recurring') === (one.recurring !== null)) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(prices, params, path, renderPrice)
  },
})

export const priceOperations: Operation[] = [create, list]
