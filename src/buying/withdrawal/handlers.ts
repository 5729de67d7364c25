import type { z } from 'zod'
import { rightOf } from '#buying/consumer-law/right.ts'
import { isId } from '#foundation/db/new-id.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { isRefusal, type withdrawal, type withdrawalsContract } from './contract.ts'
import {
  acceptWithdrawal,
  refuseWithdrawal,
  dismissStrange,
  previewRefund,
} from './statement/decide-withdrawal.ts'
import { findListed, listWithdrawals, type WithdrawalRow } from './statement/list-withdrawals.ts'
import { isLeft, mayBePerformed, waitsFor, refundDue } from './refund/parts.ts'
import { findWithdrawal, listParts, type Part, type Withdrawal } from './store.ts'

export function withdrawalsHandlers(services: PaymentServices): Handlers<typeof withdrawalsContract> {
  const { db } = services

  async function findOwn(sellerId: string, id: string): Promise<Withdrawal> {
    const row = isId(id) ? await findWithdrawal(db, id) : undefined
    if (row === undefined || row.sellerId !== sellerId) throw new NotFound()
    return row
  }

  async function describeAll(rows: readonly WithdrawalRow[]) {
    const covered = await listParts(db, { withdrawalIds: rows.map(({ id }) => id) })
    return rows.map((row) =>
      describe(
        row,
        covered.filter(({ withdrawalId }) => withdrawalId === row.id),
      ),
    )
  }

  async function answer(id: string) {
    const row = await findListed(db, id)
    const [described] = row === undefined ? [] : await describeAll([row])
    if (described === undefined) throw new NotFound()
    return described
  }

  return {
    async listWithdrawals({ caller, query }) {
      const rows = await listWithdrawals(db, scopeOf(caller, query), query, {})
      return pageNumbers(await describeAll(rows), query)
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
      return answer(row.id)
    },

    async refuseWithdrawal({ caller, params, body }) {
      const row = await findOwn(caller.sellerId, params.id)
      await refuseWithdrawal(services, row, body.refusedFor, caller.userId)
      return answer(row.id)
    },
  }
}

function describe(row: WithdrawalRow, covered: readonly Part[]): z.input<typeof withdrawal> {
  const { refusedFor, confirmedAt, receivedAt } = row
  const kept = covered.reduce((sum, part) => sum + part.kept, 0)
  const waiting = covered.filter((part) => isLeft(row, part) && waitsFor(row, part))
  const outcome = outcomeOf(row, kept)
  return {
    ...row,
    outcome,
    receivedAt: receivedAt.toISOString(),
    dueAt: outcome === 'open' && row.kind === 'withdrawal' ? refundDue(receivedAt).toISOString() : null,
    saleId: row.purchaseId,
    kept,
    waitsForSeller: waiting.length > 0,
    waitsBecause: waiting.find(({ waitsBecause }) => waitsBecause !== null)?.waitsBecause ?? null,
    mayKeepPart: waiting.some((part) => !part.isSettled && mayBePerformed(part)),
    lacksLaw: row.paidAt !== null && row.kind === 'withdrawal' && rightOf(row).kind === 'none',
    isConfirmed: confirmedAt !== null,
    isLate: confirmedAt !== null && row.isLeft && row.kind === 'withdrawal',
    refusedFor: refusedFor === null || refusedFor === 'repeated' || isRefusal(refusedFor) ? refusedFor : null,
  }
}

function outcomeOf({ kind, refusedFor, isOpen, isWaiting, returned }: WithdrawalRow, kept: number) {
  if (refusedFor !== null) return returned > 0 ? 'part_refunded' : 'refused'
  if (isOpen) return 'open'
  if (kind === 'cancellation') return isWaiting ? 'waiting' : 'canceled'
  return kept > 0 ? 'part_refunded' : 'refunded'
}
