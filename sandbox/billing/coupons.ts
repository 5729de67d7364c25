import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { operation, type Operation } from '#api/operation.ts'
import { emptyable, metadata, naturalNumber, text } from '#api/params.ts'
import { emit } from '#events/emit.ts'
import { randomText } from '#ids.ts'
import { checkCurrency } from '#payments/currencies.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { renderCoupon } from './render-coupon.ts'

const create = operation({
  method: 'POST',
  path: '/v1/coupons',
  params: z.strictObject({
    amount_off: naturalNumber.optional(),
    currency: text.optional(),
    duration: z.enum(['forever', 'once', 'repeating']).optional(),
    duration_in_months: naturalNumber.optional(),
    metadata: emptyable(metadata).optional(),
    name: text.max(40).optional(),
  }),
  run({ world, account }, params) {
    const { amount_off: amount = 0, currency, duration = 'once', duration_in_months: months = null } = params
    if (params.amount_off === undefined) {
      throw invalidRequest('You must pass either percent_off or amount_off.', {
        code: 'parameter_missing',
        param: 'percent_off',
      })
    }
    if (amount === 0) {
      throw invalidRequest('Invalid integer: must be at least 1.', { param: 'amount_off' })
    }
    if (currency === undefined) {
      throw invalidRequest('You must pass currency when passing amount_off.', {
        code: 'parameter_missing',
        param: 'currency',
      })
    }
    if (duration === 'repeating' && (months === null || months === 0)) {
      throw invalidRequest('You must pass duration_in_months when passing duration=repeating.', {
        param: 'duration_in_months',
      })
    }
    if (duration !== 'repeating' && months !== null) {
      throw invalidRequest('You may only pass duration_in_months when passing duration=repeating.', {
        param: 'duration_in_months',
      })
    }
    const coupon = world.store.coupons.put({
      id: randomText(8),
      account,
      created: world.clock.now(),
      amount_off: amount,
      currency: checkCurrency(currency),
      duration,
      duration_in_months: months,
      metadata: mergeMetadata({}, params.metadata),
      name: params.name ?? null,
      times_redeemed: 0,
    })
    emit(world, account, 'coupon.created', renderCoupon(coupon))
    return renderCoupon(coupon)
  },
})

export const couponOperations: Operation[] = [create]
