import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, type Operation } from '#api/operation.ts'
import { boolean, createdFilter, emptyable, metadata, naturalNumber, pagination, text } from '#api/params.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { platformAccount, type World } from '#world.ts'
import { find, ownedBy } from './find.ts'
import type { ChargeRecord } from './records.ts'
import { refundCharge } from './refund-charge.ts'
import { renderRefund } from './render-refund.ts'

const create = operation({
  method: 'POST',
  path: '/v1/refunds',
  params: z.strictObject({
    payment_intent: text.optional(),
    charge: text.optional(),
    amount: naturalNumber.optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    refund_application_fee: boolean.optional(),
    metadata: emptyable(metadata).optional(),
  }),
  run({ world, account }, params) {
    const charge = chargeOf(world, account, params)
    if (params.refund_application_fee === true && account === platformAccount) {
      throw invalidRequest('This charge has no application fee to refund.', {
        param: 'refund_application_fee',
      })
    }
    const refund = refundCharge(world, charge, {
      amount: params.amount,
      reason: params.reason ?? null,
      refundsFee: params.refund_application_fee ?? false,
      metadata: mergeMetadata({}, params.metadata),
    })
    return renderRefund(refund)
  },
})

function chargeOf(
  world: World,
  account: string,
  params: { payment_intent?: string | undefined; charge?: string | undefined },
): ChargeRecord {
  if (params.charge !== undefined) {
    const charge = find(world.store.charges, account, params.charge, 'charge')
    if (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) return charge
    throw invalidRequest('The charge does not belong to the PaymentIntent.', { param: 'charge' })
  }
  if (params.payment_intent === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
      },
    )
  }
  const intent = find(world.store.paymentIntents, account, params.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || intent.latest_charge === null) {
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    })
  }
  return find(world.store.charges, account, intent.latest_charge, 'charge')
}

const list = operation({
  method: 'GET',
  path: '/v1/refunds',
  params: z.strictObject({
    charge: text.optional(),
    payment_intent: text.optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const refunds = ownedBy(world.store.refunds, account).filter(
      (one) =>
        (params.charge === undefined || one.charge === params.charge) &&
        (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(refunds, params, path, renderRefund)
  },
})

export const refundOperations: Operation[] = [create, list]
