import { renderCustomer } from '#sandbox/customers/customers.ts'
import { isObject, type Json, type JsonObject } from '#sandbox/json.ts'
import { renderCharge } from '#sandbox/payments/render-charge.ts'
import { renderPaymentIntent } from '#sandbox/payments/render-payment-intent.ts'
import { renderPaymentMethod } from '#sandbox/payments/render-payment-method.ts'
import { renderRefund } from '#sandbox/payments/render-refund.ts'
import { renderSetupIntent } from '#sandbox/payments/render-setup-intent.ts'
import type { World } from '#sandbox/world.ts'
import { asList } from './list.ts'
import { invalidRequest } from './errors.ts'

type Lookup = (world: World, id: string) => JsonObject | undefined
type Include = (world: World, id: string) => Json

const charge: Lookup = (world, id) => {
  const record = world.store.charges.get(id)
  return record && renderCharge(world, record)
}
const customer: Lookup = (world, id) => {
  const record = world.store.customers.get(id)
  return record && renderCustomer(record)
}
const paymentMethod: Lookup = (world, id) => {
  const record = world.store.paymentMethods.get(id)
  return record && renderPaymentMethod(record)
}
const paymentIntent: Lookup = (world, id) => {
  const record = world.store.paymentIntents.get(id)
  return record && renderPaymentIntent(world, record)
}
const setupIntent: Lookup = (world, id) => {
  const record = world.store.setupIntents.get(id)
  return record && renderSetupIntent(world, record)
}

/** Fields that hold an id, and the object instead when asked for; by kind of object. */
const references: Record<string, Record<string, Lookup>> = {
  payment_intent: { customer, latest_charge: charge, payment_method: paymentMethod },
  setup_intent: { customer, payment_method: paymentMethod },
  charge: { customer, payment_intent: paymentIntent },
  refund: { charge, payment_intent: paymentIntent },
  dispute: { charge, payment_intent: paymentIntent },
  application_fee: { charge },
  payment_method: { customer },
  subscription: { customer, default_payment_method: paymentMethod, pending_setup_intent: setupIntent },
}

/** Fields that are there only when asked for. */
const inclusions: Record<string, Record<string, Include>> = {
  charge: {
    refunds(world, id) {
      const refunds = world.store.refunds.newestFirst().filter((refund) => refund.charge === id)
      return asList(refunds.slice(0, 10).map(renderRefund), refunds.length > 10, `/v1/charges/${id}/refunds`)
    },
  },
}

const deepest = 4

/** Replaces ids by objects along the paths of `expand[]`, such as `data.latest_charge.customer`. */
export function expandObject(world: World, object: JsonObject, expand: Json | undefined): JsonObject {
  if (expand === undefined) return object
  if (!Array.isArray(expand)) throw invalidRequest('Invalid array', { param: 'expand' })
  for (const path of expand) {
    if (typeof path !== 'string' || path === '') throw invalidRequest('Invalid string', { param: 'expand' })
    const parts = path.split('.')
    const depth = parts[0] === 'data' ? parts.length - 1 : parts.length
    if (depth > deepest) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property.`, {
        param: 'expand',
      })
    }
    expandPath(world, object, parts, path)
  }
  return object
}

function expandPath(world: World, object: JsonObject, parts: string[], path: string): void {
  const [field, ...rest] = parts
  if (field === undefined) return
  const kind = typeof object.object === 'string' ? object.object : ''
  const present = object[field]
  const reference = references[kind]?.[field]
  const inclusion = inclusions[kind]?.[field]
  if (reference !== undefined && typeof present === 'string')
    object[field] = reference(world, present) ?? present
  else if (inclusion !== undefined && typeof object.id === 'string')
    object[field] ??= inclusion(world, object.id)
  else if (reference === undefined && !isContainer(present)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand[0]' })
  }
  const next = object[field]
  if (Array.isArray(next)) next.forEach((item) => isObject(item) && expandPath(world, item, rest, path))
  else if (isObject(next)) expandPath(world, next, rest, path)
}

function isContainer(value: Json | undefined): boolean {
  return Array.isArray(value) || isObject(value)
}
