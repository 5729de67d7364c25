import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, emptyable, metadata, pagination, text, url } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { find, ownedBy } from '#payments/find.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { renderProduct } from './render-price.ts'

const details = {
  active: boolean.optional(),
  description: emptyable(text).optional(),
  images: emptyable(z.array(url).max(8)).optional(),
  metadata: emptyable(metadata).optional(),
  statement_descriptor: text.max(22).optional(),
  tax_code: emptyable(text).optional(),
  unit_label: emptyable(text).optional(),
  url: emptyable(url).optional(),
}

const create = operation({
  method: 'POST',
  path: '/v1/products',
  params: z.strictObject({ ...details, name: text, id: text.optional() }),
  run({ world, account }, params) {
    if (params.id !== undefined && world.store.products.get(params.id) !== undefined) {
      throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
    }
    const product = world.store.products.put({
      id: params.id ?? newId('prod', 14),
      account,
      created: world.clock.now(),
      active: params.active ?? true,
      description: params.description ?? null,
      images: params.images ?? [],
      metadata: mergeMetadata({}, params.metadata),
      name: params.name,
      default_price: null,
      statement_descriptor: params.statement_descriptor ?? null,
      tax_code: params.tax_code ?? null,
      unit_label: params.unit_label ?? null,
      updated: world.clock.now(),
      url: params.url ?? null,
    })
    emit(world, account, 'product.created', renderProduct(product))
    return renderProduct(product)
  },
})

const retrieve = operation({
  method: 'GET',
  path: '/v1/products/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderProduct(find(context.world.store.products, context.account, pathId(context), 'product', 'id')),
})

const update = operation({
  method: 'POST',
  path: '/v1/products/{id}',
  params: z.strictObject({ ...details, name: text.optional(), default_price: text.optional() }),
  run(context, params) {
    const { world, account } = context
    const before = find(world.store.products, account, pathId(context), 'product', 'id')
    if (params.default_price !== undefined) find(world.store.prices, account, params.default_price, 'price')
    const changed = world.store.products.put({
      ...before,
      active: params.active ?? before.active,
      description: params.description === undefined ? before.description : params.description,
      images: params.images === undefined ? before.images : (params.images ?? []),
      metadata: mergeMetadata(before.metadata, params.metadata),
      name: params.name ?? before.name,
      default_price: params.default_price ?? before.default_price,
      statement_descriptor: params.statement_descriptor ?? before.statement_descriptor,
      tax_code: params.tax_code === undefined ? before.tax_code : params.tax_code,
      unit_label: params.unit_label === undefined ? before.unit_label : params.unit_label,
      updated: world.clock.now(),
      url: params.url === undefined ? before.url : params.url,
    })
    emit(world, account, 'product.updated', renderProduct(changed))
    return renderProduct(changed)
  },
})

const list = operation({
  method: 'GET',
  path: '/v1/products',
  params: z.strictObject({
    active: boolean.optional(),
    ids: z.array(text).optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const products = ownedBy(world.store.products, account).filter(
      (one) =>
        (params.active === undefined || one.active === params.active) &&
        (params.ids === undefined || params.ids.includes(one.id)) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(products, params, path, renderProduct)
  },
})

export const productOperations: Operation[] = [create, retrieve, update, list]
