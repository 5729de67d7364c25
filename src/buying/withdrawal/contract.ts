import { z } from 'zod'
import { idInPath, idParams, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { number } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { t } from '#foundation/language/t.ts'
import { refusalCodes, type Refusal } from './texts.ts'

/** The outcomes of a statement. `waiting` is a confirmed cancellation whose contract continues until its day. */
const withdrawalOutcomes = ['open', 'refunded', 'part_refunded', 'refused', 'waiting', 'canceled'] as const

/** A buyer's statement as its seller sees it. Amounts are in minor units of `currency`. */
export const withdrawal = z.object({
  id: z.string(),
  /**
   * Whether it is a withdrawal or a cancellation, which ends a subscription with its paid period and without a refund.
   */
  kind: z.enum(['withdrawal', 'cancellation']),
  /** Why a contract is canceled for cause, or null for any other statement. */
  cause: z.string().nullable(),
  /** The earliest day on which a canceled contract can end, or null for as soon as possible. */
  endsOn: z.string().nullable(),
  receivedAt: z.string(),
  dueAt: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** The order number or the product, in the buyer's words. */
  reference: z.string(),
  /** The language in which the buyer wrote the statement, such as `de`. */
  language: z.string(),
  outcome: z.enum(withdrawalOutcomes),
  /** The purchase that the statement refers to, and its title, or null if none matches. */
  saleId: z.string().nullable(),
  title: z.string().nullable(),
  /** When that purchase was paid, or null if none matches or a bank has not paid it yet. */
  paidAt: z.string().nullable(),
  isConfirmed: z.boolean(),
  /**
   * Which parts of the statement match purchases. Null until it is matched, or if it was sent from a purchase's own
   * page.
   */
  fits: z.enum(['number_and_email', 'number', 'email', 'nothing']).nullable(),
  /**
   * Whether all or part of it has no right of withdrawal, so that the seller decides. Either it arrived too late
   * (`rightEndedAt`), or there never was a right (`lacksLaw` if no law is known). The name describes only the first
   * case.
   */
  isLate: z.boolean(),
  /** Whether no known law grants a right to withdraw from the purchase. */
  lacksLaw: z.boolean(),
  /** The country where the buyer says they live, as ISO 3166-1 code, or null if they were not asked. */
  buyerCountry: z.string().nullable(),
  /** The country whose law gives the buyer a right to withdraw, as ISO 3166-1 code, or null if none is known. */
  lawOf: z.string().nullable(),
  /** When the right ended, if the statement arrived after that, or null if there was no right. */
  rightEndedAt: z.string().nullable(),
  /** Whether the seller reviews it first. Nothing is refunded and no subscription ends before they decide. */
  waitsForSeller: z.boolean(),
  /**
   * Why it waits for the seller, other than by policy: the right depends on a `country` given after the service may
   * have begun; the content was `opened`, or may have been `shown` after the payment; only an earlier statement was in
   * time (`late`); the `arrival` of the goods has not been entered. Null if it does not wait.
   */
  waitsBecause: z.enum(['country', 'opened', 'shown', 'late', 'arrival']).nullable(),
  /** Whether a service had begun, so the refund waits for the seller, who can retain a part. */
  mayKeepPart: z.boolean(),
  /** Whether a bank is holding the money because of a dispute. */
  isHeld: z.boolean(),
  /** The amount of the purchases it covers, and the part that is refunded or on its way. */
  total: z.number().int(),
  returned: z.number().int(),
  /** The part that the seller retains for a service performed in part. */
  kept: z.number().int(),
  currency: z.string().nullable(),
  /**
   * What accepting an open statement would refund. `dueCurrency` is null if that is nothing or in several currencies.
   */
  due: z.number().int(),
  dueCurrency: z.string().nullable(),
  refusedFor: z.enum([...refusalCodes, 'repeated']).nullable(),
})
/** A preview of the refund for each payment. Amounts are in minor units. */
export const refundPreview = z.object({
  parts: z.array(
    z.object({
      purchaseId: z.string(),
      title: z.string(),
      kind: z.enum(['order', 'offer', 'renewal', 'payoff']),
      paidAt: z.string(),
      amount: z.number().int(),
      currency: z.string(),
      /** The whole payment if the seller can retain a part of it, or else null. */
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
 * How much of a service was performed when its buyer withdrew. Buyers cannot withdraw from one that was fully
 * performed.
 */
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
    summary:
      'Counts the statements that are waiting for the seller, up to 100, with the earliest due date of a refund',
    ok: { status: 200, schema: z.object({ open: z.number().int(), dueAt: z.string().nullable() }) },
  },
  dismissWithdrawals: {
    ...admits.update,
    method: 'POST',
    path: '/withdrawals/dismissals',
    summary:
      'Closes all open statements received up to that time that match no purchase, and emails the senders who got a confirmation. Safe to repeat',
    body: z.object({ receivedUntil: z.iso.datetime({ error: () => t('This is not a time') }) }),
    ok: { status: 200, schema: z.object({ dismissed: z.number().int() }) },
  },
  previewRefund: {
    ...admits.read,
    method: 'GET',
    path: '/withdrawals/:id/refund',
    summary: 'Previews what accepting a withdrawal would refund now, payment by payment',
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
      'Declines a withdrawal for one of the law’s reasons, which is emailed to the buyer',
      z.object({ refusedFor: z.enum(refusalCodes, { error: messages.choice }) }),
      withdrawal,
    ),
    failures,
  },
} as const satisfies Contract
