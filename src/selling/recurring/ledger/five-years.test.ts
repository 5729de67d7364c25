// @module-tag long fills five years of a club
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, fillDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { readBridges } from '../bridge/read-bridge.ts'
import { readCohorts } from '../cohorts/read-cohorts.ts'
import { monthsUntil, type Month } from '../months.ts'
import { countChanges } from './count-changes.ts'
import { fillLives, generateLives, type GeneratedInvoice } from './test-lives.ts'

/** `SUBSCRIPTIONS` and `SEED` choose more or different subscriptions. */
const count = Number(process.env['SUBSCRIPTIONS'] ?? 600)
const seed = Number(process.env['SEED'] ?? 1)
const now = new Date('2026-11-20T15:00:00Z')
const zone = 'Europe/Berlin'
const lives = generateLives(count, { from: new Date('2021-12-01T00:00:00Z'), now, seed })

let database: TestDatabase
let db: Kysely<Database>
const sellerId = newId()

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 1 })
  await fillDatabase(database.url, async (filling) => {
    await fillLives(filling, sellerId, lives)
  })
  while ((await countChanges({ db })) > 0);
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** The times of the requests. Each covers 24 months, and together they cover the five years. */
const moments = [now, new Date('2024-11-20T15:00:00Z'), new Date('2023-11-20T15:00:00Z')]

/** MRR by the invoices whose payment counts at that time, with each cycle computed separately, in minor units. */
function mrrByInvoices(invoices: readonly GeneratedInvoice[], currency: string, at: number) {
  const counted = invoices.filter(
    (one) => one.currency === currency && one.paidAt < at && (one.until === null || one.until >= at),
  )
  // In units of 1/20160, so that a month's share of each of these cycles is a whole number.
  const whole = 20_160n
  const parts = counted.reduce((sum, { net, billingPeriod, billingInterval }) => {
    const share = {
      Daily: (whole * 30_4375n) / (1_0000n * BigInt(billingInterval)),
      Weekly: (whole * 30_4375n) / (7_0000n * BigInt(billingInterval)),
      Monthly: whole / BigInt(billingInterval),
      Yearly: whole / (12n * BigInt(billingInterval)),
    }[billingPeriod]
    return sum + BigInt(net) * share
  }, 0n)
  return { amount: Number((2n * parts + whole) / (2n * whole)), heads: counted.length }
}

test('in every month and currency of five years, the MRR matches the invoices and each month’s changes add up', async () => {
  const invoices = lives.flatMap((life) => life.invoices)
  let compared = 0
  for (const moment of moments) {
    const months = monthsUntil(moment, zone)
    for (const { currency, months: bridges } of await readBridges(db, db, { sellerId }, months)) {
      for (const [index, { begin, moved, end }] of bridges.entries()) {
        const { month, ends }: Month = months[index] ?? { month: '', begins: now, ends: now }
        const expected = mrrByInvoices(invoices, currency, ends.getTime())
        expect([currency, month, end]).toEqual([currency, month, expected])
        const sum = (name: 'amount' | 'heads') => moved.reduce((total, one) => total + one[name], begin[name])
        expect({ amount: sum('amount'), heads: sum('heads') }).toEqual(end)
        compared += 1
      }
    }
  }
  expect(compared).toBe(moments.length * 24 * 3)
})

test('a cohort’s subscriptions and revenue match its own invoices', async () => {
  const months = monthsUntil(now, zone)
  for (const { currency, cohorts } of await readCohorts(db, { sellerId }, months)) {
    for (const { month, heads, received, after } of cohorts) {
      const begins = months.find((one) => one.month === month)
      const own = lives.filter(({ currency: of, payments: [first] }) => {
        const at = first?.at ?? 0
        return (
          of === currency &&
          begins !== undefined &&
          at >= begins.begins.getTime() &&
          at < begins.ends.getTime()
        )
      })
      const paid = own.flatMap(({ payments }) => payments).reduce((total, { net }) => total + net, 0)
      expect([heads, received]).toEqual([own.length, paid])
      const last = after.at(-1)
      const left = mrrByInvoices(
        own.flatMap(({ invoices }) => invoices),
        currency,
        now.getTime(),
      )
      if (last !== undefined) expect([currency, month, last]).toEqual([currency, month, left])
    }
  }
})

const newestMovement = () =>
  db
    .selectFrom('recurringMovements')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()

test('recalculating an unchanged subscription writes nothing, and a change from long ago shows the next time it is read', async () => {
  const newest = await newestMovement()
  const before = await readBridges(db, db, { sellerId }, monthsUntil(now, zone))
  await db
    .insertInto('recurringChanges')
    .columns(['sellerId', 'orderId'])
    .expression((row) => row.selectFrom('recurringStarts').select(['sellerId', 'orderId']))
    .execute()
  while ((await countChanges({ db })) > 0);
  const read = () => readBridges(db, db, { sellerId }, monthsUntil(now, zone))
  expect(await read()).toEqual(before)
  expect(await newestMovement()).toEqual(newest)

  const old = lives.find(
    ({ payments: [first], endedAt }) =>
      endedAt === null && (first?.at ?? Infinity) < Date.parse('2023-01-01T00:00:00Z'),
  )
  const endAt = async (endedAt: Date | null) => {
    const orderId = old?.orderId ?? ''
    await db.updateTable('subscriptions').set({ endedAt }).where('orderId', '=', orderId).execute()
    await db.insertInto('recurringChanges').values({ sellerId, orderId }).execute()
    while ((await countChanges({ db })) > 0);
    return read()
  }
  const ended = await endAt(new Date('2023-06-01T00:00:00Z'))
  expect(ended).not.toEqual(before)
  await db.deleteFrom('recurringLevels').execute()
  expect(await read()).toEqual(ended)
  expect(await endAt(null)).toEqual(before)
})
