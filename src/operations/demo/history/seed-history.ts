import { reconcilePlans } from '#accounts/billing/subscription/reconcile-plans.ts'
import type { FormViews } from '#buying/checkout/page/form-views.ts'
import type { Config } from '#foundation/config/config.ts'
import { markAllSent } from '#foundation/mail/mark-all-sent.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { attachPurchases } from '#payments/purchases/charge/attach-purchases.ts'
import { sumCustomers } from '#selling/customers/sum-customers.ts'
import { passOverNotifications } from '#selling/notifications/pass-over-notifications.ts'
import { openDemoApi, type DemoServer } from '../demo-api.ts'
import { demoAccount } from '../demo-shop.ts'
import { openShop } from '../open-shop.ts'
import { seedForms } from '../seed-forms.ts'
import { findDemoSeller, hasOtherSellers, hasViews } from '../store.ts'
import { act, type Stage } from './act.ts'
import { countViews } from './count-views.ts'
import { beginDating, type Dating } from './date-back.ts'
import type { MovedClock } from './moved-clock.ts'
import { openPastProvider, type PastProvider } from './past-provider.ts'
import { planSales, type HistorySale } from './plan-sales.ts'
import { day, historyDays, hour, openedAt } from './rhythm.ts'
import { seedCoupons } from './seed-coupons.ts'
import { stepsOf } from './steps.ts'

/** The product on its store and on a clock of its own, with nobody let in. */
export type PastApp = {
  readonly server: DemoServer
  readonly services: PaymentServices
  readonly views: FormViews
}

/**
 * Gives an empty store a seller whose forms have sold for ninety days: by the product's own behaviours, on its clock and
 * the sandbox's, which begin in the past and end at the real time. What an earlier start left unfinished goes on where
 * the sandbox's time stands, also when it is told to stop. Nobody is told of it: no event, no mail, no notification.
 */
export async function seedHistory(
  app: PastApp,
  clock: MovedClock,
  config: Config,
  stopSignal: AbortSignal,
): Promise<void> {
  const { services } = app
  const provider = openPastProvider(config, demoAccount.email)
  const start = await findStart(provider, clock.now())
  if (start === undefined) return
  const from = await provider.movedTo()
  const dating = await beginDating(services.db, from)
  try {
    await provider.silence(true)
    await live(app, clock, config, { provider, start, from, dating, stopSignal })
  } finally {
    await dating.settle()
    await markAllSent(services.db)
    await passOverNotifications(services.db)
    if (!stopSignal.aborted) {
      // Until this is done, the next start goes on here, so that nothing of it can be told after all.
      await provider.catchUp()
      await provider.silence(false)
    }
  }
}

type Life = {
  readonly provider: PastProvider
  readonly start: Date
  /** Where an earlier process left off, in Unix milliseconds. */
  readonly from: number
  readonly dating: Dating
  readonly stopSignal: AbortSignal
}

/**
 * From where the sandbox's time was moved to last until an hour ago. The step of that second is done again, whole: an
 * earlier process may have ended in the middle of it. Each step can be repeated. The sandbox's time has run on since, so
 * that steps of the time between happen late, at the sandbox's time.
 */
async function live(
  { server, services, views }: PastApp,
  clock: MovedClock,
  config: Config,
  { provider, start, from, dating, stopSignal }: Life,
): Promise<void> {
  const now = clock.now()
  const until = now.getTime() - hour
  const turnTo = (past: number): void => {
    clock.set(past)
    dating.turnTo(past)
  }
  turnTo(await provider.moveTo(from))
  const shop = await openShop(server, services, config)
  const seeded = await seedForms(shop, now)
  await seedCoupons(shop, seeded)
  const stage = { services, api: openDemoApi(server), provider, seeded }
  const sales = planSales(start)
  let settled = from
  let latest = 0
  for (const step of stepsOf(sales, until)) {
    if (step.at < from) continue
    stopSignal.throwIfAborted()
    if (step.at > settled + day) {
      await dating.settle()
      settled = step.at
    }
    const at = await provider.moveTo(step.at)
    latest = Math.max(latest, at - step.at)
    turnTo(at)
    await act(stage, step)
  }
  // The provider renewed late what began late: after the times at which the steps look at it.
  if (latest > hour) await lookAtPlans(stage, sales, until)
  const sellerId = (await findDemoSeller(services.db, demoAccount.email)) ?? ''
  if (!(await hasViews(services.db, sellerId))) {
    await countViews(views, clock, { sellerId, seeded }, { start, until })
  }
  turnTo(now.getTime())
  await reconcilePlans(services)
  while ((await attachPurchases(services)) > 0);
  await sumCustomers(services)
}

async function lookAtPlans(stage: Stage, sales: readonly HistorySale[], at: number): Promise<void> {
  const plans = sales.filter((sale) => sale.form.plan !== undefined && !sale.isDeclined && sale.at < at)
  for (const sale of plans) await act(stage, { at, does: 'look', sale })
}

/** Whether the store is one to give a history, or to finish its history. */
export async function wantsHistory(db: PaymentServices['db'], config: Config): Promise<boolean> {
  const seller = await findDemoSeller(db, demoAccount.email)
  if (await hasOtherSellers(db, seller)) return false
  return seller === undefined || (await openPastProvider(config, demoAccount.email).offset()) < 0
}

/** The midnight at which the history begins or began; undefined: the sandbox has another one. */
async function findStart(provider: PastProvider, now: Date): Promise<Date | undefined> {
  const midnight = (at: number): Date => new Date(Math.floor(at / day) * day)
  const start = midnight(now.getTime() - historyDays * day)
  if ((await provider.offset()) < 0) return midnight((await provider.accountMadeAt()) ?? start.getTime())
  return (await provider.begin(start.getTime() + openedAt)) ? start : undefined
}
