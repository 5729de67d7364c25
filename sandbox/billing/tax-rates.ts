import { z } from 'zod'
import { operation, type Operation } from '#api/operation.ts'
import { boolean, metadata, text } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { renderTaxRate } from './render-price.ts'

const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'number')
  .refine((value) => Number(value) <= 100)

const create = operation({
  method: 'POST',
  path: '/v1/tax_rates',
  params: z.strictObject({
    active: boolean.optional(),
    country: text.max(2).optional(),
    description: text.optional(),
    jurisdiction: text.max(50).optional(),
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

export const taxRateOperations: Operation[] = [create]
