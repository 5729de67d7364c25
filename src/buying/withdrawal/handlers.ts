import { isId } from '#foundation/db/new-id.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { withdrawalsContract } from './contract.ts'
import {
  acceptWithdrawal,
  refuseWithdrawal,
  dismissStrange,
  previewRefund,
} from './statement/decide-withdrawal.ts'
import { describeAll, describeWithdrawal } from './statement/describe-withdrawals.ts'
import { countOpen, listWithdrawals } from './statement/list-withdrawals.ts'
import { refundDue } from './refund/parts.ts'
import { findWithdrawal, type Withdrawal } from './store.ts'

export function withdrawalsHandlers(services: PaymentServices): Handlers<typeof withdrawalsContract> {
  const { db } = services

  async function findOwn(sellerId: string, id: string): Promise<Withdrawal> {
    const row = isId(id) ? await findWithdrawal(db, id) : undefined
    if (row === undefined || row.sellerId !== sellerId) throw new NotFound()
    return row
  }

  return {
    async listWithdrawals({ caller, query }) {
      const rows = await listWithdrawals(db, scopeOf(caller, query), query, {})
      return pageNumbers(await describeAll(db, rows), query)
    },

    async countOpenWithdrawals({ caller }) {
      const { open, oldest } = await countOpen(db, caller.sellerId)
      return { open, dueAt: oldest === null ? null : refundDue(oldest).toISOString() }
    },

    async dismissWithdrawals({ caller, body }) {
      return { dismissed: await dismissStrange(services, caller, new Date(body.receivedUntil)) }
    },

    async previewRefund({ caller, params }) {
      return previewRefund(services, await findOwn(caller.sellerId, params.id))
    },

    async refundWithdrawal({ caller, params, body }) {
      const row = await findOwn(caller.sellerId, params.id)
      await acceptWithdrawal(services, row, caller.userId, body.performed)
      return found(await describeWithdrawal(db, row.id))
    },

    async refuseWithdrawal({ caller, params, body }) {
      const row = await findOwn(caller.sellerId, params.id)
      await refuseWithdrawal(services, row, body.refusedFor, caller.userId)
      return found(await describeWithdrawal(db, row.id))
    },
  }
}
