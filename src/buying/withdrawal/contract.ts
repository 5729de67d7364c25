import { z } from 'zod'
import { idInPath, idParams, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { number } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { refusalCodes, type Refusal } from './texts.ts'

/** `waiting` is a cancellation that is the buyer's, and of which a contract goes on until its day. */
const withdrawalOutcomes = ['open', 'refunded', 'part_refunded', 'refused', 'waiting', 'canceled'] as const

/** A statement as its seller reads it; amounts are in minor units of `currency`. */
export const withdrawal = z.object({
  id: z.string(),
  /** A cancellation ends a subscription with its paid period, and gives nothing back. */
  kind: z.enum(['withdrawal', 'cancellation']),
  /** Why a contract is canceled for cause; null for any other statement. */
  cause: z.string().nullable(),
  /** The day before which a canceled contract is not to end; null: as soon as it can. */
  endsOn: z.string().nullable(),
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
  /** What of it fits purchases; null while that was not looked for, and on a purchase's own page. */
  fits: z.enum(['number_and_email', 'number', 'email', 'nothing']).nullable(),
  /** It, or some of what it is about, came when there was no right of withdrawal, or no longer, and is the seller's to decide. */
  isLate: z.boolean(),
  /** No law that we know of gives a right to withdraw from the purchase that it names. */
  lacksLaw: z.boolean(),
  /** It is the seller's to look at first: nothing of it goes back, and no subscription ends, before they decide. */
  waitsForSeller: z.boolean(),
  /**
   * Why, beside their policy: it hangs on a `country` that the buyer named when it may have begun; it was `opened`; it is in time
   * by an earlier statement alone (`late`); the `arrival` of goods that nobody has entered. Null: it does not.
   */
  waitsBecause: z.enum(['country', 'opened', 'late', 'arrival']).nullable(),
  /** Something that waits for the seller is a service that had begun, of which a part may stay with them. */
  mayKeepPart: z.boolean(),
  /** A bank holds the money because of a dispute. */
  isHeld: z.boolean(),
  /** What it covers, and what of that went back or is on its way. */
  total: z.number().int(),
  returned: z.number().int(),
  /** What of it stays with the seller, for the part of a service that was performed. */
  kept: z.number().int(),
  currency: z.string().nullable(),
  refusedFor: z.enum([...refusalCodes, 'repeated']).nullable(),
})
/** What would go back, payment by payment; amounts in minor units. */
export const refundPreview = z.object({
  parts: z.array(
    z.object({
      purchaseId: z.string(),
      title: z.string(),
      kind: z.enum(['order', 'offer', 'renewal', 'payoff']),
      paidAt: z.string(),
      amount: z.number().int(),
      currency: z.string(),
      /** What `amount` is a rest of, where a part of it may stay with the seller; null: none may. */
      total: z.number().int().nullable(),
    }),
  ),
  endsSubscription: z.boolean(),
})
export type RefundPreview = z.output<typeof refundPreview>

export type WithdrawalWire = z.output<typeof withdrawal>

export function isRefusal(text: string): text is Refusal {
  return refusalCodes.some((code) => code === text)
}

/**
 * How much of a service was performed when its buyer withdrew. What was performed whole cannot be withdrawn from: that is
 * refused.
 */
const performed = z.object({
  purchaseId: idInPath,
  percentage: number
    .int({ error: 'Enter a whole number' })
    .min(1, { error: 'Enter 1 at least, or leave it empty' })
    .max(99, { error: 'Enter 99 at most. What was fully performed is refused.' }),
})

const failures = { withdrawal_closed: 409, nothing_to_refund: 409 } as const

const admits = admissionsTo('onboarded', 'withdrawals')
const withdrawals = resourceRoutes('/withdrawals', admits)

export const withdrawalsContract = {
  listWithdrawals: withdrawals.list(
    'Lists buyers’ withdrawals from contracts and cancellations of them, those that are open first; `q` searches email and name',
    sellerListQuery,
    withdrawal,
  ),
  dismissWithdrawals: {
    ...admits.update,
    method: 'POST',
    path: '/withdrawals/dismissals',
    summary:
      'Closes all open statements that fit no purchase and came until then; those who had a confirmation by mail are told so. Safe to repeat',
    body: z.object({ receivedUntil: z.iso.datetime({ error: 'This is not a time' }) }),
    ok: { status: 200, schema: z.object({ dismissed: z.number().int() }) },
  },
  previewRefund: {
    ...admits.read,
    method: 'GET',
    path: '/withdrawals/:id/refund',
    summary: 'Says what accepting a withdrawal would give back now, payment by payment',
    params: idParams,
    ok: { status: 200, schema: refundPreview },
  },
  refundWithdrawal: {
    ...admits.update,
    method: 'POST',
    path: '/withdrawals/:id/refund',
    summary:
      'Accepts a withdrawal: ends the subscription, and refunds what `previewRefund` says, without what is `performed` of a service that had begun. Safe to repeat',
    params: idParams,
    body: z.object({ performed: z.array(performed).max(50).default([]) }),
    failures,
    ok: { status: 200, schema: withdrawal },
  },
  refuseWithdrawal: {
    ...withdrawals.update(
      'Refuses a withdrawal for one of the law’s reasons, which the buyer is told',
      z.object({ refusedFor: z.enum(refusalCodes, { error: messages.choice }) }),
      withdrawal,
    ),
    failures,
  },
} as const satisfies Contract
