import { z } from 'zod'
import { resourceMissing } from '#api/errors.ts'
import { asList, isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { createdFilter, pagination, text } from '#api/params.ts'
import type { JsonObject } from '#json.ts'
import { applicationId, platformAccount } from '#world.ts'
import type { ApplicationFeeRecord } from './records.ts'

export function renderApplicationFee(fee: ApplicationFeeRecord): JsonObject {
  const refunded = refundedOf(fee)
  return {
    id: fee.id,
    object: 'application_fee',
    account: fee.payer,
    amount: fee.amount,
    amount_refunded: refunded,
    application: applicationId,
    balance_transaction: null,
    charge: fee.charge,
    created: fee.created,
    currency: fee.currency,
    fee_source: { charge: fee.charge, type: 'charge' },
    livemode: false,
    originating_transaction: null,
    refunded: refunded === fee.amount,
    refunds: asList(
      fee.refunds.map((refund) => renderFeeRefund(fee, refund)),
      false,
      `/v1/application_fees/${fee.id}/refunds`,
    ),
  }
}

function renderFeeRefund(
  fee: ApplicationFeeRecord,
  refund: ApplicationFeeRecord['refunds'][number],
): JsonObject {
  return {
    id: refund.id,
    object: 'fee_refund',
    amount: refund.amount,
    balance_transaction: null,
    created: refund.created,
    currency: fee.currency,
    fee: fee.id,
    metadata: {},
  }
}

export function refundedOf(fee: ApplicationFeeRecord): number {
  return fee.refunds.reduce((sum, refund) => sum + refund.amount, 0)
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/application_fees/{id}',
  params: z.strictObject({}),
  run(context) {
    const fee = context.world.store.applicationFees.get(pathId(context))
    if (fee === undefined || context.account !== platformAccount)
      throw resourceMissing('application fee', pathId(context))
    return renderApplicationFee(fee)
  },
})

const list = operation({
  method: 'GET',
  path: '/v1/application_fees',
  params: z.strictObject({ charge: text.optional(), created: createdFilter, ...pagination }),
  run({ world, account, path }, params) {
    const fees = account === platformAccount ? world.store.applicationFees.newestFirst() : []
    const wanted = fees.filter(
      (fee) =>
        (params.charge === undefined || fee.charge === params.charge) &&
        isCreatedWithin(fee.created, params.created),
    )
    return listPage(wanted, params, path, renderApplicationFee)
  },
})

export const applicationFeeOperations: Operation[] = [retrieve, list]
