import { resourceMissing, invalidRequest } from '#api/errors.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import type { World } from '#world.ts'
import { midnightFor } from './payout-schedule.ts'
import type { BalanceTransactionRecord, PayoutRecord, PayoutScheduleRecord } from './records.ts'
import { renderPayout } from './render-balance.ts'
import { bookFailedPayout, netOf } from './transactions.ts'

const day = 24 * 3600

/** Pays out the available balance unless it is negative, and schedules the next payout. */
export function payOut(world: World, schedule: PayoutScheduleRecord): void {
  const mayPayOut = world.store.accounts.get(schedule.account)?.payouts_enabled ?? false
  const unpaid = [...world.store.balanceTransactions.all()].filter(
    (one) => one.account === schedule.account && one.currency === schedule.currency && one.payout === null,
  )
  const [due, waiting] = [
    unpaid.filter((one) => one.available_on <= world.clock.now()),
    unpaid.filter((one) => one.available_on > world.clock.now()),
  ]
  const amount = due.reduce((sum, one) => sum + netOf(one), 0)
  if (mayPayOut && amount > 0) create(world, schedule, due, amount)
  const times = waiting.map((one) => one.available_on)
  if (!mayPayOut && due.length > 0) times.push(world.clock.now() + day)
  if (times.length === 0) world.store.payoutSchedules.delete(schedule.id)
  else {
    const earliest = times.reduce((first, time) => Math.min(first, time))
    world.store.payoutSchedules.put({ ...schedule, runs_at: midnightFor(world, earliest) })
  }
}

function create(
  world: World,
  { account, currency }: PayoutScheduleRecord,
  transactions: BalanceTransactionRecord[],
  amount: number,
): void {
  const now = world.clock.now()
  const id = newId('po')
  for (const one of transactions) world.store.balanceTransactions.put({ ...one, payout: id })
  const own = world.store.balanceTransactions.put({
    id: newId('txn'),
    account,
    created: now,
    amount: -amount,
    available_on: now,
    currency,
    description: 'STRIPE PAYOUT',
    fee_details: [],
    reporting_category: 'payout',
    source: id,
    type: 'payout',
    payout: id,
  })
  const payout = world.store.payouts.put({
    id,
    account,
    created: now,
    amount,
    arrival_date: midnightFor(world, now + day),
    balance_transaction: own.id,
    currency,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    status: 'in_transit',
  })
  emit(world, account, 'payout.created', renderPayout(payout))
}

/** Marks a payout as arrived at the bank. */
export function settlePayout(world: World, payout: PayoutRecord): void {
  const paid = world.store.payouts.put({ ...payout, status: 'paid' })
  emit(world, payout.account, 'payout.updated', renderPayout(paid), { status: payout.status })
  emit(world, payout.account, 'payout.paid', renderPayout(paid))
}

/** Adds a failed payout back to the balance, possibly days after it was paid. */
export function failPayout(world: World, id: string): PayoutRecord {
  const payout = world.store.payouts.get(id)
  if (payout === undefined) throw resourceMissing('payout', id)
  if (payout.status === 'failed') throw invalidRequest(`Payout ${id} has already failed.`)
  const failed = world.store.payouts.put({
    ...payout,
    failure_balance_transaction: bookFailedPayout(world, payout),
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    status: 'failed',
  })
  emit(world, payout.account, 'payout.failed', renderPayout(failed), { status: payout.status })
  return failed
}
