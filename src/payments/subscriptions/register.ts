import { sql, type Transaction } from 'kysely'
import { day, pruneBatch, prunedEvery, pruneRound } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Database } from '#foundation/db/schema.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { checkSubscriptions } from './sync/leave-disconnected.ts'
import { takeTaxOff } from './change/take-tax-off.ts'
import { subscriptionsContract } from './contract.ts'
import { SubscriptionsRunning } from './errors.ts'
import { subscriptionsHandlers } from './handlers.ts'
import { checkCards } from './notices/check-cards.ts'
import { noticeRenewals } from './notices/notice-renewals.ts'
import { remindOfTrials } from './trial/remind-of-trials.ts'
import { pruneTrialStarts } from './trial/trial-starts.ts'
import { giveUpOwed, hasRunningSubscriptions } from './store.ts'
import { writeStuckMail } from './sync/write-stuck-mail.ts'

/** In milliseconds. */
const checkedEvery = 5_000

/** In milliseconds. */
const remindedEvery = 60_000

/** In milliseconds. */
const untaxedEvery = 30_000

export function registerSubscriptions(
  { serve, work, endAccount, eraseBuyers, writeMails }: Registry,
  services: PaymentServices,
): void {
  serve(subscriptionsContract, subscriptionsHandlers(services, services.config.authSecret, services.limiter))
  endAccount({
    async checkSeller(db, sellerId) {
      if (await hasRunningSubscriptions(db, sellerId)) throw new SubscriptionsRunning()
    },
    closeSeller: async ({ tx, now }, sellerId) => giveUpOwed(tx, sellerId, now),
  })
  eraseBuyers(async (tx, { ids }) => anonymizePayers(tx, ids))
  writeMails({ cancellation_stuck: async ({ data }) => writeStuckMail(services, data) })
  work('subscriptions', checkedEvery, () => checkSubscriptions(services))
  work('untaxed-renewals', untaxedEvery, () => takeTaxOff(services))
  work('trial-reminders', remindedEvery, () => remindOfTrials(services))
  work('renewal-notices', remindedEvery, () => noticeRenewals(services))
  work('card-checks', remindedEvery, () => checkCards(services))
  work('forget-never-begun', prunedEvery, () => pruneNeverBegun(services))
  work('forget-trial-starts', prunedEvery, () => pruneTrialStarts(services))
}

async function anonymizePayers(tx: Transaction<Database>, orderIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ stripeCustomerId: null, cardLast4: null, cancelReason: null, cancelNote: null })
    .where('orderId', 'in', orderIds)
    .execute()
}

/**
 * A subscription that never began is stored as long as its attempt to pay. The attempt can be deleted once the
 * subscription is.
 */
const retention = 30 * day

/**
 * Deletes subscriptions whose first payment failed, except those still due for a check, because they may be
 * open on Stripe. Returns how many.
 */
export async function pruneNeverBegun({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneRound(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from subscriptions where ctid = any(array(
        select ctid from subscriptions
        where status = 'incomplete_expired' and ended_at < ${secondsAfter(clock.now(), -retention)}
          and paid_cycles = 0 and next_check_at is null
        order by ended_at limit ${pruneBatch} for update skip locked
      ))`.execute(db)
    return Number(numAffectedRows)
  })
}
