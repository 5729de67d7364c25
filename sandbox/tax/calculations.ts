import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { countryCode, emptyable, metadata, naturalNumber, text } from '#api/params.ts'
import { newId } from '#ids.ts'
import { checkCurrency } from '#payments/currencies.ts'
import { find } from '#payments/find.ts'
import { percentageParts, share, wholeParts } from '#payments/share.ts'
import type { World } from '#world.ts'
import { placesOf, unknownLocation } from './rates.ts'
import type { CalculatedLine, CalculationRecord } from './records.ts'
import { renderCalculation, renderLines } from './render-tax.ts'

/** Calculations can be used for 90 days. */
const lifetime = 90 * 24 * 3600

const taxIdTypes = [
  'au_abn',
  'ca_gst_hst',
  'ch_vat',
  'eu_vat',
  'gb_vat',
  'jp_trn',
  'no_vat',
  'us_ein',
] as const

const lineItem = z.strictObject({
  amount: naturalNumber,
  metadata: metadata.optional(),
  product: text.optional(),
  quantity: naturalNumber.optional(),
  reference: text.max(500).optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive']).optional(),
  tax_code: text.optional(),
})

const customerDetails = z.strictObject({
  address: z.strictObject({
    city: emptyable(text).optional(),
    country: countryCode,
    line1: emptyable(text).optional(),
    line2: emptyable(text).optional(),
    postal_code: emptyable(text).optional(),
    state: emptyable(text).optional(),
  }),
  address_source: z.enum(['billing', 'shipping']),
  tax_ids: z
    .array(z.strictObject({ type: z.enum(taxIdTypes), value: text }))
    .max(5)
    .optional(),
})

const createParams = z.strictObject({
  currency: text,
  customer_details: customerDetails,
  line_items: z.array(lineItem).min(1, 'empty').max(100),
  tax_date: naturalNumber.optional(),
})

const create = operation({
  method: 'POST',
  path: '/v1/tax/calculations',
  params: createParams,
  run({ world, account }, params) {
    const seller = checkActive(world, account)
    const { address, address_source, tax_ids = [] } = params.customer_details
    const who = { address: { ...emptyAddress, ...filled(address) }, tax_ids }
    const now = world.clock.now()
    // Stripe knows the rates of past years and of the next days only.
    const date = params.tax_date ?? now
    if (date > now + 3600 * 24 * 7)
      throw invalidRequest('`tax_date` is too far in the future.', { param: 'tax_date' })
    const references = params.line_items.map(({ reference }, index) => reference ?? `L${index + 1}`)
    if (new Set(references).size < references.length)
      throw invalidRequest('Each line item must have a unique `reference`.', { param: 'line_items' })
    const places = placesOf(who, seller)
    const calculation = world.store.taxCalculations.put({
      id: newId('taxcalc'),
      account,
      created: now,
      currency: checkCurrency(params.currency),
      ...who,
      address_source,
      tax_date: date,
      expires_at: now + lifetime,
      lines: params.line_items.map((line, index) => calculateLine(line, references[index] ?? '', places)),
    })
    return renderCalculation(calculation)
  },
})

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

function filled(address: z.output<typeof customerDetails>['address']) {
  if (address.country === 'US' && !address.postal_code) throw unknownLocation()
  if (address.country === 'CA' && !address.postal_code && !address.state) throw unknownLocation()
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined))
}

/** The account's country. Throws unless its tax settings are complete. */
function checkActive(world: World, account: string): string {
  const seller = world.store.accounts.get(account)
  if (seller?.tax_settings === 'active') return seller.country
  throw invalidRequest(
    'Stripe Tax has not been activated on your account. Please visit https://dashboard.stripe.com/settings/tax to get started.',
    { code: 'stripe_tax_inactive' },
  )
}

function calculateLine(
  line: z.output<typeof lineItem>,
  reference: string,
  places: ReturnType<typeof placesOf>,
): CalculatedLine {
  const behavior = line.tax_behavior ?? 'exclusive'
  const percents = places.map(({ rate }) => (rate === null ? 0n : percentageParts(rate.percentage_decimal)))
  const whole = behavior === 'inclusive' ? percents.reduce((sum, one) => sum + one, wholeParts) : wholeParts
  const taxes = percents.map((percent) => share(line.amount, percent, whole))
  const all = taxes.reduce((sum, one) => sum + one, 0)
  const net = behavior === 'inclusive' ? line.amount - all : line.amount
  return {
    id: newId('tax_li'),
    amount: line.amount,
    amount_tax: all,
    quantity: line.quantity ?? 1,
    reference,
    tax_behavior: behavior,
    tax_code: line.tax_code ?? 'txcd_10000000',
    parts: places.map((place, index) => ({
      ...place,
      amount: taxes[index] ?? 0,
      taxable_amount: place.rate === null ? 0 : net,
    })),
  }
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/tax/calculations/{id}',
  params: z.strictObject({}),
  run(context) {
    return renderCalculation(findCalculation(context.world, context.account, pathId(context)))
  },
})

const lineItems = operation({
  method: 'GET',
  path: '/v1/tax/calculations/{id}/line_items',
  params: z.strictObject({ limit: naturalNumber.optional() }),
  run(context) {
    return renderLines(findCalculation(context.world, context.account, pathId(context)))
  },
})

/** A calculation that can still be used. Expired ones are reported as missing. */
export function findCalculation(
  world: World,
  account: string,
  id: string,
  param = 'calculation',
): CalculationRecord {
  const calculation = find(world.store.taxCalculations, account, id, 'tax calculation', param)
  if (calculation.expires_at > world.clock.now()) return calculation
  throw invalidRequest(`The tax calculation ${id} has expired.`, { code: 'resource_missing', param })
}

export const taxCalculationOperations: Operation[] = [create, retrieve, lineItems]
