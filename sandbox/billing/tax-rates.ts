import { z } from 'zod'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, emptyable, metadata, pagination, text } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { find, ownedBy } from '#payments/find.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { renderTaxRate } from './render-price.ts'

const details = {
  active: boolean.optional(),
  country: text.max(2).optional(),
  description: text.optional(),
  jurisdiction: text.max(50).optional(),
}

const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'number')
  .refine((value) => Number(value) <= 100)

const create = operation({
  method: 'POST',
  path: '/v1/tax_rates',
  params: z.strictObject({
    ...details,
    display_name: text.max(50),
    inclusive: boolean,
    percentage,
    metadata: metadata.optional(),
  }),
  run({ world, account }, params) {
    const rate = world.store.taxRates.put({
      id: newId('txr'),
      account,
      created: world.clock.now(),
      active: params.active ?? true,
      country: params.country ?? null,
      description: params.description ?? null,
      display_name: params.display_name,
      inclusive: params.inclusive,
      jurisdiction: params.jurisdiction ?? null,
      metadata: params.metadata ?? {},
      percentage: params.percentage,
    })
    emit(world, account, 'tax_rate.created', renderTaxRate(rate))
    return renderTaxRate(rate)
  },
})

const retrieve = operation({
  method: 'GET',
  path: '/v1/tax_rates/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderTaxRate(find(context.world.store.taxRates, context.account, pathId(context), 'tax rate', 'id')),
})

const update = operation({
  method: 'POST',
  path: '/v1/tax_rates/{id}',
  params: z.strictObject({
    ...details,
    display_name: text.max(50).optional(),
    metadata: emptyable(metadata).optional(),
  }),
  run(context, params) {
    const { world, account } = context
    const before = find(world.store.taxRates, account, pathId(context), 'tax rate', 'id')
    const changed = world.store.taxRates.put({
      ...before,
      active: params.active ?? before.active,
      country: params.country ?? before.country,
      description: params.description ?? before.description,
      display_name: params.display_name ?? before.display_name,
      jurisdiction: params.jurisdiction ?? before.jurisdiction,
      metadata: mergeMetadata(before.metadata, params.metadata),
    })
    emit(world, account, 'tax_rate.updated', renderTaxRate(changed))
    return renderTaxRate(changed)
  },
})

const list = operation({
  method: 'GET',
  path: '/v1/tax_rates',
  params: z.strictObject({
    active: boolean.optional(),
    inclusive: boolean.optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const rates = ownedBy(world.store.taxRates, account).filter(
      (one) =>
        (params.active === undefined || one.active === params.active) &&
        (params.inclusive === undefined || one.inclusive === params.inclusive) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(rates, params, path, renderTaxRate)
  },
})

export const taxRateOperations: Operation[] = [create, retrieve, update, list]
