import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { operation, type Operation } from '#api/operation.ts'
import { boolean, emptyable, metadata, text, url } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { renderProduct } from './render-price.ts'

const create = operation({
  method: 'POST',
  path: '/v1/products',
  params: z.strictObject({
    active: boolean.optional(),
    description: emptyable(text).optional(),
    images: emptyable(z.array(url).max(8)).optional(),
    metadata: emptyable(metadata).optional(),
    statement_descriptor: text.max(22).optional(),
    tax_code: emptyable(text).optional(),
    unit_label: emptyable(text).optional(),
    url: emptyable(url).optional(),
    name: text,
    id: text.optional(),
  }),
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

export const productOperations: Operation[] = [create]
