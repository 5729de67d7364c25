import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import type { Services } from '#registry/services.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import type { Activity, Dashboard, Money, Range, Taken } from './dashboard-wire.ts'
import { periodOf, type Period } from './periods.ts'
import { addTaken, cellsOf, type Slot, slotsOf } from './cells.ts'
import { findForms } from './find-forms.ts'
import { readWhole } from './form-rollups.ts'
import { readSums, type CellSums } from './rollups.ts'
import { leadingSources } from './sources.ts'
import { readFormSums } from './sums-of-forms.ts'
import {
  countPartlyRefunded,
  countSubscriptions,
  countUnpaid,
  isOwnForm,
  readPriceNames,
  readTitles,
  type Scope,
  sumDisputes,
} from './store.ts'
import { countCancelReasons } from './cancel-reasons.ts'

/** The maximum number of forms, sources, bumps and offers listed. */
const most = 10

const day = 86_400_000
/** For how many days declined and abandoned orders are certain to be stored. */
const attemptDays = 30

type Asked = { readonly range: Range; readonly zone: string; readonly form?: string | undefined }

/**
 * The numbers of a seller or one of its forms, as defined in `dashboard-wire.ts`. Statements run one after the other,
 * so that an open dashboard takes only one connection from paying buyers. `from` can be a replica.
 */
export async function readDashboard(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sellerId: string,
  { range, zone, form }: Asked,
  from = db,
): Promise<Dashboard> {
  const now = clock.now()
  const period = periodOf(range, zone, now)
  const slots = slotsOf(period)
  const cells = cellsOf(slots, period.unit, range, zone, now)
  const scope = { sellerId, formId: form }
  if (form !== undefined && !(await isOwnForm(from, { sellerId, formId: form }))) throw new NotFound()
  const read = async (source: Kysely<Database>, storedIn?: Kysely<Database>) => {
    const sums =
      form === undefined
        ? await readSums(storedIn, source, sellerId, cells)
        : await readFormSums(storedIn, source, { sellerId, formId: form }, cells)
    // These are read in quick succession, because if the past changes in between, the parts do not match.
    const forms = await findForms(
      source,
      sellerId,
      sums.filter(({ cell }) => cell.of === 'current'),
      most,
    )
    return forms && { sums, forms }
  }
  return describe(from, scope, { period, slots }, await readWhole(db, from, read), now)
}

type Found = {
  readonly sums: readonly CellSums[]
  readonly forms: NonNullable<Awaited<ReturnType<typeof findForms>>>
}

async function describe(
  from: Kysely<Database>,
  scope: Scope,
  { period, slots }: { readonly period: Period; readonly slots: readonly Slot[] },
  { sums: cells, forms }: Found,
  now: Date,
): Promise<Dashboard> {
  const { previousSteps, previousTo, steps, to, unit } = period
  const borders = [...slots.map(({ begins }) => begins), to].map((at) => new Date(at))
  const disputes = (await sumDisputes(from, { ...scope, borders })).flatMap(({ slot: number, ...row }) => {
    const slot = slots[number - 1]
    return slot === undefined || !isTakenBack(row.status) ? [] : [{ ...row, slot }]
  })
  const counted = { begins: new Date(steps[0] ?? to), ends: new Date(to) }
  const counts = await countSubscriptions(from, scope, counted)
  const left = await countCancelReasons(from, scope, counted)
  const partlyRefunded = await countPartlyRefunded(from, scope, counted)
  const isAttemptStored = (now.getTime() - counted.begins.getTime()) / day <= attemptDays
  const unpaid =
    scope.formId !== undefined && isAttemptStored ? await countUnpaid(from, scope, counted) : null
  const [sales, refunds, views] = [rowsOf(cells, 'sales'), rowsOf(cells, 'refunds'), rowsOf(cells, 'views')]
  const [bumps, offers] = [rowsOf(cells, 'bumps'), rowsOf(cells, 'offers')]
  const shown = { bumps: addTaken(bumps.filter(isCurrent)), offers: addTaken(offers.filter(isCurrent)) }
  const titles = await readTitles(
    from,
    [...forms, ...shown.bumps, ...shown.offers].map(({ id }) => id),
  )
  const several = forms.filter(({ prices }) => prices.length > 1)
  const names = await readPriceNames(
    from,
    several.map(({ id }) => id),
  )
  const subscriptions = cells.map(({ cell: slot, sums: { started, ended } }) => ({
    slot,
    started,
    ended,
  }))
  return {
    from: isoTime(steps[0] ?? to),
    to: now.toISOString(),
    previousFrom: isoTime(previousSteps[0] ?? to),
    previousTo: isoTime(previousTo),
    unit,
    steps: steps.map(isoTime),
    currencies: currenciesOf(period, [...sales, ...refunds, ...disputes]).map((one) => ({
      ...one,
      partlyRefunded: partlyRefunded.get(one.currency) ?? 0,
    })),
    unpaid,
    activity: activityOf(period, { sales, views, bumps, offers }),
    forms: forms.map(({ prices, ...form }) => ({
      ...form,
      title: titles.get(form.id) ?? '',
      ...(prices.length > 1 && {
        prices: prices.map((price) => ({ ...price, name: names.get(price.id) ?? null })),
      }),
    })),
    sources: leadingSources(
      cells.filter(({ cell }) => cell.of === 'current').flatMap(({ sums: { sources = [] } }) => sources),
      most,
    ),
    bumps: mostOffered(shown.bumps, titles),
    offers: mostOffered(shown.offers, titles),
    subscriptions: {
      ...counts,
      left,
      started: sumOf(subscriptions.filter(isCurrent), ({ started }) => started),
      ended: sumOf(subscriptions.filter(isCurrent), ({ ended }) => ended),
      previousStarted: sumOf(subscriptions.filter(isPrevious), ({ started }) => started),
      previousEnded: sumOf(subscriptions.filter(isPrevious), ({ ended }) => ended),
    },
  }
}

type Kind = 'sales' | 'refunds' | 'views' | 'bumps' | 'offers'
type Slotted<Row> = Row & { readonly slot: Slot }
type RowOf<Name extends Kind> = Slotted<SalesSums[Name][number]>

/** The rows of one kind, each with its slot. */
function rowsOf<Name extends Kind>(cells: readonly CellSums[], name: Name): RowOf<Name>[] {
  return cells.flatMap(({ cell: slot, sums }) =>
    sums[name].map((row: SalesSums[Name][number]) => ({ ...row, slot })),
  )
}

type MoneyPart =
  | 'gross'
  | 'tax'
  | 'orders'
  | 'offers'
  | 'renewals'
  | 'refunds'
  | 'refundedTax'
  | 'disputes'
  | 'disputedTax'

type MoneyRow = { readonly slot: Slot; readonly currency: string } & {
  readonly [Part in MoneyPart]?: number
}

function currenciesOf(
  period: Period,
  rows: readonly MoneyRow[],
): Omit<Dashboard['currencies'][number], 'partlyRefunded'>[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      current: moneyOf(own.filter(isCurrent)),
      previous: moneyOf(own.filter(isPrevious)),
      net: bySteps(period, own.filter(isCurrent), (some) => moneyOf(some).net),
      previousNet: bySteps(period, own.filter(isBefore), (some) => moneyOf(some).net),
    }))
    .filter(
      ({ current, previous, previousNet }) =>
        hasMoved(current) || hasMoved(previous) || previousNet.some((amount) => amount !== 0),
    )
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
    tax: sum('tax') - sum('refundedTax') - sum('disputedTax'),
    purchases,
    orders,
    offers,
    renewals,
    // Rounds half up in integers. Sums in minor units are small enough to double exactly.
    average: purchases === 0 ? null : Math.floor((2 * gross + purchases) / (2 * purchases)),
  }
}

function activityOf(
  period: Period,
  { sales, views, bumps, offers }: { readonly [Name in Exclude<Kind, 'refunds'>]: readonly RowOf<Name>[] },
): Dashboard['activity'] {
  const rows = [
    ...sales.map(({ slot, orders }) => ({ slot, orders })),
    ...views.map((row) => ({ slot: row.slot, views: row.views })),
    ...bumps.map(({ slot, offered, taken }) => ({ slot, bumpsOffered: offered, bumpsTaken: taken })),
    ...offers.map(({ slot, offered, taken }) => ({ slot, offersShown: offered, offersTaken: taken })),
  ] satisfies ActivityRow[]
  return {
    current: countsOf(rows.filter(isCurrent)),
    previous: countsOf(rows.filter(isPrevious)),
    series: bySteps(period, rows.filter(isCurrent), countsOf),
    previousSeries: bySteps(period, rows.filter(isBefore), countsOf),
  }
}

type ActivityRow = Slotted<Partial<Activity>>

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

function mostOffered(things: SalesSums['bumps'], titles: ReadonlyMap<string, string>): Taken[] {
  return things
    .map(({ id, offered, taken }) => ({ id, title: titles.get(id) ?? '', offered, taken }))
    .toSorted((one, other) => other.offered - one.offered || one.title.localeCompare(other.title))
    .slice(0, most)
}

/** One value for each step, from the rows within it. */
function bySteps<Row extends { readonly slot: Slot }, Value>(
  { steps }: Period,
  rows: readonly Row[],
  valueOf: (rows: readonly Row[]) => Value,
): Value[] {
  const slots = Map.groupBy(rows, ({ slot }) => slot.step)
  return steps.map((_, step) => valueOf(slots.get(step) ?? []))
}

type InSlot = { readonly slot: Slot }

function isCurrent({ slot }: InSlot): boolean {
  return slot.of === 'current'
}

function isPrevious({ slot }: InSlot): boolean {
  return slot.of === 'previous'
}

/** Includes the time that the current period has not reached. */
function isBefore({ slot }: InSlot): boolean {
  return slot.of !== 'current'
}

function sumOf<Row>(rows: readonly Row[], valueOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + valueOf(row), 0)
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
