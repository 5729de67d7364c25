import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { lawOf } from '#buying/consumer-law/laws.ts'
import { endOfRight, rightOf } from '#buying/consumer-law/right.ts'
import type { Terms } from '#buying/consumer-law/terms.ts'
import type { Database } from '#foundation/db/schema.ts'
import { isRefusal, type withdrawal } from '../contract.ts'
import { isLeft, mayBePerformed, refundDue, waitsFor } from '../refund/parts.ts'
import { listParts, type Part } from '../store.ts'
import { findListed, listOpenOf, listThese, type WithdrawalRow } from './list-withdrawals.ts'

type Described = z.input<typeof withdrawal>

/** Describes statements for their seller. */
export async function describeAll(
  db: Kysely<Database>,
  rows: readonly WithdrawalRow[],
): Promise<Described[]> {
  if (rows.length === 0) return []
  const covered = await listParts(db, { withdrawalIds: rows.map(({ id }) => id) })
  return rows.map((row) =>
    describe(
      row,
      covered.filter(({ withdrawalId }) => withdrawalId === row.id),
    ),
  )
}

export async function describeWithdrawal(db: Kysely<Database>, id: string): Promise<Described | undefined> {
  const row = await findListed(db, id)
  const [described] = row === undefined ? [] : await describeAll(db, [row])
  return described
}

/** The statements about a purchase that are waiting for the seller. */
export async function describeOpenOf(db: Kysely<Database>, purchaseId: string): Promise<Described[]> {
  return describeAll(db, await listOpenOf(db, purchaseId))
}

/** The outcome of each statement so far. `unconfirmed` and `held` ones are also open. */
export async function outcomesOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const described = await describeAll(db, await listThese(db, ids))
  return new Map(
    described.map(({ id, outcome, isConfirmed, isHeld }) => {
      const isOpen = outcome === 'open'
      return [id, isOpen && !isConfirmed ? 'unconfirmed' : isOpen && isHeld ? 'held' : outcome]
    }),
  )
}

function describe(row: WithdrawalRow, covered: readonly Part[]): Described {
  const { refusedFor, confirmedAt, receivedAt, paidAt } = row
  const kept = covered.reduce((sum, part) => sum + part.kept, 0)
  const waiting = covered.filter((part) => isLeft(row, part) && waitsFor(row, part))
  const outcome = outcomeOf(row, kept)
  const hasNoRight = confirmedAt !== null && row.isLeft && row.kind === 'withdrawal'
  return {
    ...row,
    outcome,
    receivedAt: receivedAt.toISOString(),
    dueAt: outcome === 'open' && row.kind === 'withdrawal' ? refundDue(receivedAt).toISOString() : null,
    saleId: row.purchaseId,
    paidAt: paidAt?.toISOString() ?? null,
    kept,
    waitsForSeller: waiting.length > 0,
    waitsBecause: waiting.find(({ waitsBecause }) => waitsBecause !== null)?.waitsBecause ?? null,
    mayKeepPart: waiting.some((part) => !part.isSettled && mayBePerformed(part)),
    lacksLaw: paidAt !== null && row.kind === 'withdrawal' && rightOf(row).kind === 'none',
    buyerCountry: paidAt === null ? null : (row.terms.askedCountry ?? row.terms.buyerCountry),
    lawOf: paidAt === null ? null : countryOfLaw(row.terms),
    rightEndedAt: hasNoRight && paidAt !== null ? endedAt(row, receivedAt) : null,
    isConfirmed: confirmedAt !== null,
    isLate: hasNoRight,
    refusedFor: refusedFor === null || refusedFor === 'repeated' || isRefusal(refusedFor) ? refusedFor : null,
  }
}

function outcomeOf({ kind, refusedFor, isOpen, isWaiting, returned }: WithdrawalRow, kept: number) {
  if (refusedFor !== null) return returned > 0 ? 'part_refunded' : 'refused'
  if (isOpen) return 'open'
  if (kind === 'cancellation') return isWaiting ? 'waiting' : 'canceled'
  return kept > 0 ? 'part_refunded' : 'refunded'
}

/** The country whose law grants the buyer a right, if known. */
function countryOfLaw({ askedCountry, buyerCountry, sellerCountry }: Terms): string | null {
  const country = askedCountry ?? buyerCountry ?? sellerCountry
  return country !== null && lawOf(country) !== null ? country : null
}

/**
 * When the right ended, if that was before the statement arrived. Null if there never was a right or it had not ended.
 */
function endedAt(row: WithdrawalRow, receivedAt: Date): string | null {
  const end = endOfRight(row)
  return end.getTime() > 0 && end < receivedAt ? end.toISOString() : null
}
