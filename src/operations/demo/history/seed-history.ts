import { reconcilePlans } from '#accounts/billing/subscription/reconcile-plans.ts'
import type { FormViews } from '#buying/checkout/page/form-views.ts'
import type { Config } from '#foundation/config/config.ts'
import { markAllSent } from '#foundation/mail/change-mails.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { attachPurchases } from '#payments/purchases/charge/attach-purchases.ts'
import { sumCustomers } from '#selling/customers/sum-customers.ts'
import { workOnRecoveries } from '#selling/recovery/register.ts'
import { passOverHistory } from '#payments/purchases/records/read-history.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { type DemoApi, type DemoServer, openDemoApi } from '../demo-api.ts'
import { demoAccount, demoForms, historyCoupons } from '../demo-shop.ts'
import { openShop } from '../open-shop.ts'
import { type SeededForms, seedForms } from '../seed-forms.ts'
import { findDemoSeller, hasOtherSellers, hasViews } from '../store.ts'
import { act, type Stage, stepsOf } from './act.ts'
import { beginDating, type Dating } from './date-back.ts'
import type { MovedClock } from './moved-clock.ts'
import { openPastProvider, type PastProvider } from './past-provider.ts'
import { planLostVisits, remindingForm } from './plan-lost.ts'
import { type HistorySale, planSales } from './plan-sales.ts'
import { planWithdrawals } from './plan-withdrawals.ts'
import { day, expectedOn, historyDays, hour, openedAt, timeOfDay } from './rhythm.ts'

/** The product on its own database, with a separate clock and without visitors. */
export type PastApp = {
  readonly server: DemoServer
  readonly services: PaymentServices
  readonly views: FormViews
}

/**
 * Gives an empty database a seller whose forms have sold for ninety days, through the product's own functions. The
 * clocks of the product and the sandbox begin in the past and end at the real time. If an earlier start was stopped, it
 * continues at the sandbox's time. No events, emails or notifications are sent.
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
    await passOverHistory(services.db)
    if (!stopSignal.aborted) {
      // Until this is done, the next start continues here, so that no emails are sent.
      await provider.catchUp()
      await provider.silence(false)
    }
  }
}

/** How often lost payments are processed, in milliseconds. */
const workedEvery = 4 * hour

type Life = {
  readonly provider: PastProvider
  readonly start: Date
  /** Where an earlier process stopped, in Unix milliseconds. */
  readonly from: number
  readonly dating: Dating
  readonly stopSignal: AbortSignal
}

/**
 * Simulates the time from the sandbox's last move until an hour ago. Steps are repeatable, so those of the second of
 * that move run again, in case an earlier process ended in the middle of one. The sandbox's clock has continued since,
 * so steps in between happen late, at its time.
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
  await offerReminders(shop, seeded)
  const seller = () => openShop(server, services, config)
  const stage = { services, api: openDemoApi(server), seller, provider, seeded }
  const sales = [...planSales(start), ...planLostVisits(start), ...planWithdrawals(start)]
  let settled = from
  let latest = 0
  let worked = from
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
    if (at > worked + workedEvery) {
      await workOn(services)
      worked = at
    }
  }
  // Subscriptions that began late also renewed late, after the steps that look at them, so they are read again here.
  if (latest > hour) await lookAtPlans(stage, sales, until)
  const sellerId = (await findDemoSeller(services.db, demoAccount.email)) ?? ''
  if (!(await hasViews(services.db, sellerId))) {
    await countViews(views, clock, { sellerId, seeded }, { start, until })
  }
  turnTo(now.getTime())
  await workOn(services)
  await reconcilePlans(services)
  while ((await attachPurchases(services)) > 0);
  await sumCustomers(services)
}

/** Collects lost payments and handles the emails about them day by day, as they would have been sent. */
async function workOn(services: PaymentServices): Promise<void> {
  while ((await workOnRecoveries(services)) > 0);
}

async function lookAtPlans(stage: Stage, sales: readonly HistorySale[], at: number): Promise<void> {
  const plans = sales.filter((sale) => sale.form.plan !== undefined && !sale.isDeclined && sale.at < at)
  for (const sale of plans) await act(stage, { at, does: 'look', sale })
}

/** Whether the database should get the demo's history, or the remaining part of it. */
export async function wantsHistory(db: PaymentServices['db'], config: Config): Promise<boolean> {
  const seller = await findDemoSeller(db, demoAccount.email)
  if (await hasOtherSellers(db, seller)) return false
  return seller === undefined || (await openPastProvider(config, demoAccount.email).offset()) < 0
}

/**
 * The midnight at which the demo's history begins or began, or undefined if the sandbox already has another history.
 */
async function findStart(provider: PastProvider, now: Date): Promise<Date | undefined> {
  const midnight = (at: number): Date => new Date(Math.floor(at / day) * day)
  const start = midnight(now.getTime() - historyDays * day)
  if ((await provider.offset()) < 0) return midnight((await provider.accountMadeAt()) ?? start.getTime())
  return (await provider.begin(start.getTime() + openedAt)) ? start : undefined
}

/** Creates missing coupons. */
async function seedCoupons(api: DemoApi, { forms }: SeededForms): Promise<void> {
  const known = await api.idsOf('/coupons')
  for (const { forms: names, ...coupon } of historyCoupons) {
    if (known.has(coupon.title)) continue
    const meant = demoForms.filter(({ name }) => names?.some((one) => one === name))
    const formIds = names === null ? null : meant.map(({ title }) => forms.get(title))
    await api.create('/coupons', { ...coupon, formIds })
  }
}

/** Makes one form's page offer buyers a reminder. */
async function offerReminders(api: DemoApi, { forms }: SeededForms): Promise<void> {
  const title = demoForms.find(({ name }) => name === remindingForm)?.title ?? ''
  await api.call('PATCH', `/forms/${forms.get(title)}/recovery`, { body: { page: true } })
}

const visit = { method: 'GET', headers: { 'user-agent': 'Mozilla/5.0' } }

/** Counts each form's visitors from `start` until `until`, stores them, and moves the clock. */
async function countViews(
  views: FormViews,
  clock: MovedClock,
  { sellerId, seeded }: { readonly sellerId: string; readonly seeded: SeededForms },
  { start, until }: { readonly start: Date; readonly until: number },
): Promise<void> {
  const random = randomFrom(91)
  for (let index = 0; index <= historyDays; index += 1) {
    for (const { form, views: mean } of expectedOn(start, index)) {
      const count = Math.round(mean * (0.7 + 0.6 * random.next()))
      const formId = seeded.forms.get(form.title)
      for (let one = 0; one < count; one += 1) {
        const at = start.getTime() + index * day + timeOfDay(random.next())
        if (at < start.getTime() + openedAt || at >= until || formId === undefined) continue
        clock.set(at)
        views.count({ sellerId, formId }, visit)
      }
    }
  }
  await views.flush()
}
