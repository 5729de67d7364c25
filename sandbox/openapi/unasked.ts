import { isObject, type Json, type JsonObject } from '#json.ts'

/** Fields in which Stripe returns an id unless `expand[]` requests the object. */
const expandable = new Set([
  'application_fee',
  'balance_transaction',
  'charge',
  'customer',
  'default_payment_method',
  'destination',
  'failure_balance_transaction',
  'invoice',
  'latest_charge',
  'latest_invoice',
  'payment_intent',
  'payment_method',
  'pending_setup_intent',
  'product',
  'source',
  'subscription',
])
const inclusions = new Set(['confirmation_secret', 'payments', 'refunds', 'line_items'])
/** Fields in which Stripe returns whole objects according to its schema. */
const alwaysWhole = new Set(['last_payment_error', 'last_setup_error', 'error', 'application_fee'])

/**
 * Returns the fields that contain whole objects although the request did not expand them. A schema cannot
 * detect these.
 */
export function findUnasked(object: JsonObject, asked: string[], path: string[] = []): string[] {
  if (typeof object.object === 'string' && object.object === 'application_fee') return []
  return Object.entries(object).flatMap(([field, value]) => {
    if (alwaysWhole.has(field)) return []
    const here = [...path, field]
    const name = here.join('.')
    const isAsked = asked.some((one) => one === name || one.startsWith(`${name}.`))
    const isWhole = isObject(value) && typeof value.object === 'string'
    const wasAskable = (expandable.has(field) && isWhole) || (inclusions.has(field) && isWhole)
    if (wasAskable && !isAsked) return [`${name} is filled in without having been requested`]
    return inside(value, asked, here)
  })
}

function inside(value: Json | undefined, asked: string[], path: string[]): string[] {
  if (isObject(value)) return findUnasked(value, asked, path)
  if (!Array.isArray(value)) return []
  return value.flatMap((item) => (isObject(item) ? findUnasked(item, asked, path) : []))
}
