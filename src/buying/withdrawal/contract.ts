import { z } from 'zod'
import { idParams, pageOf, sellerListQuery, type Contract } from '#foundation/http/contract.ts'
import { messages } from '#foundation/http/messages.ts'
import { refusalCodes, type Refusal } from './texts.ts'

export const withdrawalOutcomes = ['open', 'refunded', 'part_refunded', 'refused'] as const

/** A statement as its seller reads it; amounts are in minor units of `currency`. */
export const withdrawal = z.object({
  id: z.string(),
  receivedAt: z.string(),
  /** Until when the money has to go back; null once nothing is open. */
  dueAt: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** The order number, or what was bought, in the buyer's words. */
  reference: z.string(),
  outcome: z.enum(withdrawalOutcomes),
  /** The purchase that it names, and what that is; null where none fits. */
  saleId: z.string().nullable(),
  title: z.string().nullable(),
  /** Whether it is known to come from the buyer. */
  isConfirmed: z.boolean(),
  /** It came after the withdrawal period had ended. */
  isLate: z.boolean(),
  /** A bank holds the money because of a dispute. */
  isHeld: z.boolean(),
  /** What it covers, and what of that went back or is on its way. */
  total: z.number().int(),
  returned: z.number().int(),
  currency: z.string().nullable(),
  refusedFor: z.enum([...refusalCodes, 'repeated']).nullable(),
})
export type WithdrawalWire = z.output<typeof withdrawal>

export function isRefusal(text: string): text is Refusal {
  return refusalCodes.some((code) => code === text)
}

const failures = { withdrawal_closed: 409, nothing_to_refund: 409 } as const
const changes = { access: 'onboarded', right: { entity: 'withdrawals', verb: 'update' } } as const

export const withdrawalsContract = {
  listWithdrawals: {
    method: 'GET',
    path: '/withdrawals',
    summary:
      'Lists buyers’ withdrawals from contracts, those that are open first; `q` searches email and name',
    access: 'onboarded',
    right: { entity: 'withdrawals', verb: 'read' },
    query: sellerListQuery,
    ok: { status: 200, schema: pageOf(withdrawal) },
  },
  refundWithdrawal: {
    ...changes,
    method: 'POST',
    path: '/withdrawals/:id/refund',
    summary:
      'Accepts a withdrawal: ends the subscription, and refunds in full what the statement covers. Safe to repeat',
    params: idParams,
    failures,
    ok: { status: 200, schema: withdrawal },
  },
  refuseWithdrawal: {
    ...changes,
    method: 'PATCH',
    path: '/withdrawals/:id',
    summary: 'Refuses a withdrawal for one of the law’s reasons, which the buyer is told',
    params: idParams,
    body: z.object({ refusedFor: z.enum(refusalCodes, { error: messages.choice }) }),
    failures,
    ok: { status: 200, schema: withdrawal },
  },
} as const satisfies Contract
