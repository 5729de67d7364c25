import { z } from 'zod'
import { resourceMissing } from '#api/errors.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { address, email, emptyable, metadata, text } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { newId, randomText } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import { asAddress } from '#payments/card-details.ts'
import { find, findCustomer } from '#payments/find.ts'
import { attachPaymentMethod, resolvePaymentMethod } from '#payments/payment-methods.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import type { World } from '#world.ts'
import type { CustomerRecord } from './records.ts'

const details = {
  email: emptyable(email).optional(),
  name: emptyable(text).optional(),
  phone: emptyable(text).optional(),
  description: emptyable(text).optional(),
  address: emptyable(address).optional(),
  metadata: emptyable(metadata).optional(),
  preferred_locales: z.array(text).optional(),
  invoice_settings: z.strictObject({ default_payment_method: emptyable(text).optional() }).optional(),
}

export function renderCustomer(customer: CustomerRecord): JsonObject {
  return {
    id: customer.id,
    object: 'customer',
    address: customer.address,
    balance: customer.balance,
    created: customer.created,
    currency: customer.currency,
    customer_account: null,
    default_source: null,
    delinquent: customer.delinquent,
    description: customer.description,
    email: customer.email,
    invoice_prefix: customer.invoice_prefix,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: customer.default_payment_method,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: customer.next_invoice_sequence,
    phone: customer.phone,
    preferred_locales: customer.preferred_locales,
    shipping: null,
    tax_exempt: customer.tax_exempt,
    test_clock: null,
  }
}

const create = operation({
  method: 'POST',
  path: '/v1/customers',
  params: z.strictObject({ ...details, payment_method: text.optional() }),
  run({ world, account }, params) {
    const customer = world.store.customers.put({
      id: newId('cus', 14),
      account,
      created: world.clock.now(),
      email: params.email ?? null,
      name: params.name ?? null,
      phone: params.phone ?? null,
      description: params.description ?? null,
      address: params.address ? asAddress(params.address) : null,
      balance: 0,
      currency: null,
      delinquent: false,
      default_payment_method: null,
      invoice_prefix: randomText(8).toUpperCase(),
      next_invoice_sequence: 1,
      preferred_locales: params.preferred_locales ?? [],
      tax_exempt: 'none',
      metadata: mergeMetadata({}, params.metadata),
    })
    if (params.payment_method !== undefined) {
      attachPaymentMethod(world, resolvePaymentMethod(world, account, params.payment_method), customer.id)
    }
    const made = withDefault(world, customer, params.invoice_settings?.default_payment_method)
    emit(world, account, 'customer.created', renderCustomer(made))
    return renderCustomer(made)
  },
})

/** The default payment method for invoices must belong to the same customer. */
function withDefault(world: World, customer: CustomerRecord, id: string | null | undefined): CustomerRecord {
  if (id === undefined) return customer
  if (id === null) return world.store.customers.put({ ...customer, default_payment_method: null })
  const param = 'invoice_settings[default_payment_method]'
  const method = find(world.store.paymentMethods, customer.account, id, 'PaymentMethod', param)
  if (method.customer !== customer.id) throw resourceMissing('PaymentMethod', id, param)
  return world.store.customers.put({ ...customer, default_payment_method: id })
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/customers/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderCustomer(find(context.world.store.customers, context.account, pathId(context), 'customer', 'id')),
})

const update = operation({
  method: 'POST',
  path: '/v1/customers/{id}',
  params: z.strictObject({ ...details, balance: z.coerce.number().int().optional() }),
  run(context, params) {
    const { world, account } = context
    const before = findCustomer(world, account, pathId(context), 'id')
    const changed = world.store.customers.put({
      ...before,
      balance: params.balance ?? before.balance,
      email: params.email === undefined ? before.email : params.email,
      name: params.name === undefined ? before.name : params.name,
      phone: params.phone === undefined ? before.phone : params.phone,
      description: params.description === undefined ? before.description : params.description,
      address:
        params.address === undefined
          ? before.address
          : params.address === null
            ? null
            : asAddress(params.address),
      preferred_locales: params.preferred_locales ?? before.preferred_locales,
      metadata: mergeMetadata(before.metadata, params.metadata),
    })
    const customer = withDefault(world, changed, params.invoice_settings?.default_payment_method)
    emit(world, account, 'customer.updated', renderCustomer(customer))
    return renderCustomer(customer)
  },
})

export const customerOperations: Operation[] = [create, retrieve, update]
