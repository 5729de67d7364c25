import { platformAccount, type World } from '#world.ts'
import type { BalanceTransactionRecord } from './records.ts'

const day = 24 * 3600

/**
 * Accounts are paid out automatically at the first midnight (UTC) at which they have a balance. The
 * platform's own balance only grows.
 */
export function schedulePayout(world: World, transaction: BalanceTransactionRecord): void {
  const { account, currency } = transaction
  if (account === platformAccount) return
  const id = `${account} ${currency}`
  const runs_at = midnightFor(world, transaction.available_on)
  const planned = world.store.payoutSchedules.get(id)
  if (planned !== undefined && planned.runs_at <= runs_at) return
  world.store.payoutSchedules.put({ id, account, currency, runs_at })
}

/** @returns the first future midnight at or after `time` */
export function midnightFor(world: World, time: number): number {
  return Math.max(Math.ceil(time / day), Math.floor(world.clock.now() / day) + 1) * day
}
