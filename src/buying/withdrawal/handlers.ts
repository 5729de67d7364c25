import type { z } from 'zod'
import { rightOf } from '#buying/consumer-law/right.ts'
import { isId } from '#foundation/db/new-id.ts'
import { scopeOf } from '#foundation/http/caller.ts'
import { NotFound } from '#foundation/http/errors.ts'
import { pageNumbers } from '#foundation/http/pages.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { isRefusal, type withdrawal, type withdrawalsContract } from './contract.ts'
import { acceptWithdrawal, refuseWithdrawal } from './decide-withdrawal.ts'
import { findListed, listWithdrawals, type WithdrawalRow } from './list-withdrawals.ts'
import { refundDue } from './period.ts'
import { previewRefund } from './preview-refund.ts'
import { findWithdrawal, type Withdrawal } from './store.ts'

export function withdrawalsHandlers(services: PaymentServices): Handlers<typeof withdrawalsContract> {
  const { db } = services

  async function findOwn(sellerId: string, id: string): Promise<Withdrawal> {
    const row = isId(id) ? await findWithdrawal(db, id) : undefined
    if (row === undefined || row.sellerId !== sellerId) throw new NotFound()
    return row
  }

  async function answer(id: string) {
    const row = await findListed(db, id)
    if (row === undefined) throw new NotFound()
    return describe(row)
  }

  return {
    async listWithdrawals({ caller, query }) {
      const rows = await listWithdrawals(db, scopeOf(caller, query), query, {})
      return pageNumbers(rows.map(describe), query)
    },

    async previewRefund({ caller, params }) {
      return previewRefund(services, await findOwn(caller.sellerId, params.id))
    },

    async refundWithdrawal({ caller, params }) {
      const row = await findOwn(caller.sellerId, params.id)
      await acceptWithdrawal(services, row, caller.userId)
      return answer(row.id)
    },

    async refuseWithdrawal({ caller, params, body }) {
      const row = await findOwn(caller.sellerId, params.id)
      await refuseWithdrawal(services, row, body.refusedFor, caller.userId)
      return answer(row.id)
    },
  }
}

function describe(row: WithdrawalRow): z.input<typeof withdrawal> {
  const { refusedFor, confirmedAt, receivedAt } = row
  const outcome = outcomeOf(row)
  return {
    ...row,
    outcome,
    receivedAt: receivedAt.toISOString(),
    dueAt: outcome === 'open' && row.kind === 'withdrawal' ? refundDue(receivedAt).toISOString() : null,
    saleId: row.purchaseId,
    lacksLaw: row.paidAt !== null && row.kind === 'withdrawal' && rightOf(row).kind === 'none',
    isConfirmed: confirmedAt !== null,
    isLate: confirmedAt !== null && row.isLeft && row.kind === 'withdrawal',
    refusedFor: refusedFor === null || refusedFor === 'repeated' || isRefusal(refusedFor) ? refusedFor : null,
  }
}

function outcomeOf({ kind, refusedFor, isOpen, isWaiting, returned }: WithdrawalRow) {
  if (refusedFor !== null) return returned > 0 ? 'part_refunded' : 'refused'
  if (isOpen) return 'open'
  if (kind === 'withdrawal') return 'refunded'
  return isWaiting ? 'waiting' : 'canceled'
}
