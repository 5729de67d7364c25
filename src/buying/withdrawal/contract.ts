import { z } from 'zod'
import { idInPath, idParams, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { number } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { t } from '#foundation/language/t.ts'
import { refusalCodes, type Refusal } from './texts.ts'

/** `waiting`: a confirmed cancellation whose contract continues until its day. */
const withdrawalOutcomes = ['open', 'refunded', 'part_refunded', 'refused', 'waiting', 'canceled'] as const

/** A statement for its seller; amounts are in minor units of `currency`. */
export const withdrawal = z.object({
  id: z.string(),
  /** A cancellation ends a subscription with its paid period, without a refund. */
  kind: z.enum(['withdrawal', 'cancellation']),
  /** Why a contract is canceled for cause; null for any other statement. */
  cause: z.string().nullable(),
  /** The earliest day a canceled contract can end; null for as soon as possible. */
  endsOn: z.string().nullable(),
  receivedAt: z.string(),
  dueAt: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** The order number or the product, in the buyer's words. */
  reference: z.string(),
  /** The language in which they wrote it, such as `de`. */
  language: z.string(),
  outcome: z.enum(withdrawalOutcomes),
  /** The purchase it names, and its title; null where none matches. */
  saleId: z.string().nullable(),
  title: z.string().nullable(),
  /** When that purchase was paid; null where none matches, or a bank has not paid it. */
  paidAt: z.string().nullable(),
  isConfirmed: z.boolean(),
  /** Which parts of it match purchases; null before the match, and if sent on a purchase's own page. */
  fits: z.enum(['number_and_email', 'number', 'email', 'nothing']).nullable(),
  /** All or part of it came without a right of withdrawal, or too late, and the seller decides. */
  isLate: z.boolean(),
  /** No known law grants a right to withdraw from the purchase. */
  lacksLaw: z.boolean(),
  /** The country whose law grants the buyer a right to withdraw, as ISO 3166-1; null if none is known. */
  lawOf: z.string().nullable(),
  /** For a late statement: when the right had ended; null if there was none. */
  rightEndedAt: z.string().nullable(),
  /** The seller reviews it first: nothing is refunded and no subscription ends before they decide. */
  waitsForSeller: z.boolean(),
  /**
   * Why, apart from their policy: it depends on a `country` given after it may have begun; it was `opened`, or
   * may have been `shown` after the payment; only an earlier statement is in time (`late`); the goods' `arrival` is
   * not entered. Null if it does not wait for them.
   */
  waitsBecause: z.enum(['country', 'opened', 'shown', 'late', 'arrival']).nullable(),
  /** A service that had begun waits for the seller, who can keep a part. */
  mayKeepPart: z.boolean(),
  /** A bank holds the money because of a dispute. */
  isHeld: z.boolean(),
  /** The amount it covers, and the part that is refunded or on its way. */
  total: z.number().int(),
  returned: z.number().int(),
  /** The part that stays with the seller for a service performed in part. */
  kept: z.number().int(),
  currency: z.string().nullable(),
  /** While it is open: what accepting it would refund; `dueCurrency` is null where that is nothing or in several. */
  due: z.number().int(),
  dueCurrency: z.string().nullable(),
  refusedFor: z.enum([...refusalCodes, 'repeated']).nullable(),
})
/** The refund to expect, payment by payment; amounts in minor units. */
export const refundPreview = z.object({
  parts: z.array(
    z.object({
      purchaseId: z.string(),
      title: z.string(),
      kind: z.enum(['order', 'offer', 'renewal', 'payoff']),
      paidAt: z.string(),
      amount: z.number().int(),
      currency: z.string(),
      /** The whole payment if a part of it may stay with the seller, else null. */
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

/** How much of a service was performed when its buyer withdrew; one performed in full cannot be withdrawn from. */
const performed = z.object({
  purchaseId: idInPath,
  percentage: number
    .int({ error: () => t('Enter a whole number') })
    .min(1, { error: () => t('Enter at least 1, or leave it empty') })
    .max(99, {
      error: () => t('Enter 99 or less. Decline the withdrawal if the service was fully performed.'),
    }),
})

const failures = { withdrawal_closed: 409, nothing_to_refund: 409 } as const

const admits = admissionsTo('onboarded', 'withdrawals')
const withdrawals = resourceRoutes('/withdrawals', admits)

export const withdrawalsContract = {
  listWithdrawals: withdrawals.list(
    'Lists buyers’ withdrawals and cancellations, open ones first; `q` searches email and name',
    sellerListQuery,
    withdrawal,
  ),
  countOpenWithdrawals: {
    ...admits.read,
    method: 'GET',
    path: '/withdrawals/open',
    summary: 'Counts the statements that wait for the seller, up to 100, with the first due date of a refund',
    ok: { status: 200, schema: z.object({ open: z.number().int(), dueAt: z.string().nullable() }) },
  },
  dismissWithdrawals: {
    ...admits.update,
    method: 'POST',
    path: '/withdrawals/dismissals',
    summary:
      'Closes all open statements received until then that match no purchase; senders who had an emailed confirmation get an email. Safe to repeat',
    body: z.object({ receivedUntil: z.iso.datetime({ error: () => t('This is not a time') }) }),
    ok: { status: 200, schema: z.object({ dismissed: z.number().int() }) },
  },
  previewRefund: {
    ...admits.read,
    method: 'GET',
    path: '/withdrawals/:id/refund',
    summary: 'Previews the refund of accepting a withdrawal now, payment by payment',
    params: idParams,
    ok: { status: 200, schema: refundPreview },
  },
  refundWithdrawal: {
    ...admits.update,
    method: 'POST',
    path: '/withdrawals/:id/refund',
    summary:
      'Accepts a withdrawal: ends the subscription and refunds the amounts of `previewRefund`, less the `performed` share of a service that had begun. Safe to repeat',
    params: idParams,
    body: z.object({ performed: z.array(performed).max(50).default([]) }),
    failures,
    ok: { status: 200, schema: withdrawal },
  },
  refuseWithdrawal: {
    ...withdrawals.update(
      'Refuses a withdrawal for one of the law’s reasons, which is emailed to the buyer',
      z.object({ refusedFor: z.enum(refusalCodes, { error: messages.choice }) }),
      withdrawal,
    ),
    failures,
  },
} as const satisfies Contract
