import { prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { checkSubscriptions } from './sync/check-subscriptions.ts'
import { subscriptionsContract } from './contract.ts'
import { SubscriptionsRunning } from './errors.ts'
import { pruneNeverBegun } from './begin/prune-never-begun.ts'
import { anonymizePayers } from './anonymize-payers.ts'
import { subscriptionsHandlers } from './handlers.ts'
import { remindOfTrials } from './trial/remind-of-trials.ts'
import { pruneTrialStarts } from './trial/trial-starts.ts'
import { giveUpOwed, hasRunningSubscriptions } from './store.ts'
import { writeStuckMail } from './sync/write-stuck-mail.ts'

/** How often subscriptions are looked for that are due to be compared with the provider, in milliseconds. */
const checkedEvery = 5_000

/** How often buyers are looked for whose trial ends soon, in milliseconds. */
const remindedEvery = 60_000

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
  work('trial-reminders', remindedEvery, () => remindOfTrials(services))
  work('forget-never-begun', prunedEvery, () => pruneNeverBegun(services))
  work('forget-trial-starts', prunedEvery, () => pruneTrialStarts(services))
}
