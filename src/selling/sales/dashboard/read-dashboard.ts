import type { Services } from '#foundation/services.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import type { Activity, Dashboard, Money, Range, Taken } from './dashboard-wire.ts'
import { periodOf, type Period } from './periods.ts'
import {
  countBumps,
  countOffers,
  countSubscriptions,
  firstSlot,
  previousSlot,
  sumDisputes,
  sumRefunds,
  sumSales,
  sumViews,
  type SalesRow,
  type TakenRow,
  type ViewsRow,
} from './store.ts'

/** How many forms, bumps and offers are listed. */
const most = 10

/**
 * A seller's numbers; what each of them means stands in `dashboard-wire.ts`. They are read one statement after the
 * other, so that a seller who looks at them takes one connection from those who pay.
 */
export async function readDashboard(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sellerId: string,
  { range, zone }: { readonly range: Range; readonly zone: string },
): Promise<Dashboard> {
  const now = clock.now()
  const period = periodOf(range, zone, now)
  const { previousFrom, previousTo, steps, to, unit } = period
  const span = { sellerId, borders: [previousFrom, previousTo, ...steps, to].map((at) => new Date(at)) }
  const sales = await sumSales(db, span)
  const refunds = await sumRefunds(db, span)
  const disputes = (await sumDisputes(db, span)).filter(({ status }) => isTakenBack(status))
  const views = await sumViews(db, span)
  const bumps = await countBumps(db, span)
  const offers = await countOffers(db, span)
  const subscriptions = await countSubscriptions(db, span)
  return {
    from: isoTime(steps[0] ?? to),
    to: now.toISOString(),
    previousFrom: isoTime(previousFrom),
    previousTo: isoTime(previousTo),
    unit,
    steps: steps.map(isoTime),
    currencies: currenciesOf(period, [...sales, ...refunds, ...disputes]),
    activity: activityOf(period, sales, views, bumps, offers),
    forms: formsOf(sales, views),
    bumps: mostOffered(bumps),
    offers: mostOffered(offers),
    subscriptions: {
      active: sumOf(subscriptions, ({ active }) => active),
      pastDue: sumOf(subscriptions, ({ pastDue }) => pastDue),
      started: sumOf(subscriptions.filter(isShown), ({ started }) => started),
      ended: sumOf(subscriptions.filter(isShown), ({ ended }) => ended),
      previousStarted: sumOf(subscriptions.filter(isPrevious), ({ started }) => started),
      previousEnded: sumOf(subscriptions.filter(isPrevious), ({ ended }) => ended),
    },
  }
}

type MoneyPart = 'gross' | 'tax' | 'orders' | 'offers' | 'renewals' | 'refunds' | 'refundedTax' | 'disputes'

/** Of the queries' rows, whatever of it they have. */
type MoneyRow = { readonly slot: number | null; readonly currency: string } & {
  readonly [Part in MoneyPart]?: number
}

function currenciesOf(period: Period, rows: readonly MoneyRow[]): Dashboard['currencies'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      current: moneyOf(own.filter(isShown)),
      previous: moneyOf(own.filter(isPrevious)),
      net: bySteps(period, own, (some) => moneyOf(some).net),
    }))
    .filter(({ current, previous }) => hasMoved(current) || hasMoved(previous))
    .toSorted(
      (one, other) =>
        other.current.purchases - one.current.purchases ||
        other.previous.purchases - one.previous.purchases ||
        one.currency.localeCompare(other.currency),
    )
}

function hasMoved({ purchases, refunds, disputes }: Money): boolean {
  return purchases > 0 || refunds > 0 || disputes > 0
}

function moneyOf(rows: readonly MoneyRow[]): Money {
  const sum = (part: MoneyPart) => sumOf(rows, (row) => row[part] ?? 0)
  const [gross, refunds, disputes] = [sum('gross'), sum('refunds'), sum('disputes')]
  const [orders, offers, renewals] = [sum('orders'), sum('offers'), sum('renewals')]
  const purchases = orders + offers + renewals
  return {
    gross,
    refunds,
    disputes,
    net: gross - refunds - disputes,
    tax: sum('tax') - sum('refundedTax'),
    purchases,
    orders,
    offers,
    renewals,
    // Half up without a fraction: sums in minor units are far below where doubling them would not be exact.
    average: purchases === 0 ? null : Math.floor((2 * gross + purchases) / (2 * purchases)),
  }
}

function activityOf(
  period: Period,
  sales: readonly SalesRow[],
  views: readonly ViewsRow[],
  bumps: readonly TakenRow[],
  offers: readonly TakenRow[],
): Dashboard['activity'] {
  const rows = [
    ...sales.map(({ slot, orders }) => ({ slot, orders })),
    ...views.map((row) => ({ slot: row.slot, views: row.views })),
    ...bumps.map(({ slot, offered, taken }) => ({ slot, bumpsOffered: offered, bumpsTaken: taken })),
    ...offers.map(({ slot, offered, taken }) => ({ slot, offersShown: offered, offersTaken: taken })),
  ] satisfies ActivityRow[]
  return {
    current: countsOf(rows.filter(isShown)),
    previous: countsOf(rows.filter(isPrevious)),
    series: bySteps(period, rows, countsOf),
  }
}

type ActivityRow = Partial<Activity> & { readonly slot: number | null }

function countsOf(rows: readonly ActivityRow[]): Activity {
  const sum = (part: keyof Activity) => sumOf(rows, (row) => row[part] ?? 0)
  return {
    views: sum('views'),
    orders: sum('orders'),
    bumpsOffered: sum('bumpsOffered'),
    bumpsTaken: sum('bumpsTaken'),
    offersShown: sum('offersShown'),
    offersTaken: sum('offersTaken'),
  }
}

function formsOf(sales: readonly SalesRow[], views: readonly ViewsRow[]): Dashboard['forms'] {
  const sold = Map.groupBy(sales.filter(isNamed), ({ id }) => id)
  const viewed = new Map(views.filter(isNamed).map((row) => [row.id, row]))
  return [...new Set([...sold.keys(), ...viewed.keys()])]
    .map((id) => {
      const own = sold.get(id) ?? []
      return {
        id,
        title: own[0]?.title ?? viewed.get(id)?.title ?? '',
        views: viewed.get(id)?.views ?? 0,
        orders: sumOf(own, ({ orders }) => orders),
        gross: own
          .map(({ currency, gross }) => ({ currency, total: gross }))
          .toSorted((one, other) => one.currency.localeCompare(other.currency)),
      }
    })
    .toSorted((one, other) => other.orders - one.orders || other.views - one.views)
    .slice(0, most)
}

function mostOffered(rows: readonly TakenRow[]): Taken[] {
  return rows
    .filter(isNamed)
    .map(({ id, title, offered, taken }) => ({ id, title: title ?? '', offered, taken }))
    .toSorted((one, other) => other.offered - one.offered || one.title.localeCompare(other.title))
    .slice(0, most)
}

function isNamed<Row extends { readonly id: string | null }>(row: Row): row is Row & { readonly id: string } {
  return row.id !== null
}

/** One value for each step, of the rows that fall into it. */
function bySteps<Row extends { readonly slot: number | null }, Value>(
  { steps }: Period,
  rows: readonly Row[],
  valueOf: (rows: readonly Row[]) => Value,
): Value[] {
  const slots = Map.groupBy(rows, ({ slot }) => slot)
  return steps.map((_, index) => valueOf(slots.get(firstSlot + index) ?? []))
}

function isShown({ slot }: { readonly slot: number | null }): boolean {
  return slot !== null && slot >= firstSlot
}

function isPrevious({ slot }: { readonly slot: number | null }): boolean {
  return slot === previousSlot
}

function sumOf<Row>(rows: readonly Row[], valueOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + valueOf(row), 0)
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
