import { z } from 'zod'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { createdFilter, emptyable, metadata, pagination, text } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { find, ownedBy } from './find.ts'
import { renderCharge } from './render-charge.ts'

const retrieve = operation({
  method: 'GET',
  path: '/v1/charges/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderCharge(
      context.world,
      find(context.world.store.charges, context.account, pathId(context), 'charge', 'id'),
    ),
})

const update = operation({
  method: 'POST',
  path: '/v1/charges/{id}',
  params: z.strictObject({ description: text.optional(), metadata: emptyable(metadata).optional() }),
  run(context, params) {
    const { world, account } = context
    const before = find(world.store.charges, account, pathId(context), 'charge', 'id')
    const changed = world.store.charges.put({
      ...before,
      description: params.description ?? before.description,
      metadata: mergeMetadata(before.metadata, params.metadata),
    })
    emit(world, account, 'charge.updated', renderCharge(world, changed))
    return renderCharge(world, changed)
  },
})

const list = operation({
  method: 'GET',
  path: '/v1/charges',
  params: z.strictObject({
    customer: text.optional(),
    payment_intent: text.optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const charges = ownedBy(world.store.charges, account).filter(
      (one) =>
        (params.customer === undefined || one.customer === params.customer) &&
        (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(charges, params, path, (charge) => renderCharge(world, charge))
  },
})

export const chargeOperations: Operation[] = [retrieve, update, list]
