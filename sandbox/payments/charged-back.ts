import { invalidRequest } from '#api/errors.ts'
import type { World } from '#world.ts'
import { ownedBy } from './find.ts'
import type { ChargeRecord, DisputeRecord } from './records.ts'

/** Whether a disputed charge can be refunded, which is possible during an inquiry and after the seller has won. */
export function isRefundable({ status }: Pick<DisputeRecord, 'status'>): boolean {
  return status.startsWith('warning') || status === 'won'
}

/** @throws ApiError 400 if the bank has reversed the charge */
export function checkNotChargedBack(world: World, charge: ChargeRecord): void {
  if (!charge.disputed) return
  const disputes = ownedBy(world.store.disputes, charge.account)
  if (disputes.every((one) => one.charge !== charge.id || isRefundable(one))) return
  throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
    code: 'charge_disputed',
  })
}
