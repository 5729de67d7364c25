// @module-tag long seeds a shop repeatedly
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxList, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { demoForms } from './demo-shop.ts'
import { seedDemo } from './seed-demo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const read = (table: 'forms' | 'bumps' | 'offers' | 'taxes' | 'sellers') =>
  app.services.db.selectFrom(table).select('id').execute()

async function counts() {
  const purchases = await app.services.db.selectFrom('purchases').select(['kind', 'status']).execute()
  const charges = await sandboxList(app, 'payment_intents')
  return {
    forms: (await read('forms')).length,
    bumps: (await read('bumps')).length,
    offers: (await read('offers')).length,
    taxes: (await read('taxes')).length,
    sellers: (await read('sellers')).length,
    purchases: purchases.map(({ kind, status }) => `${kind} ${status}`).toSorted(),
    charged: charges.filter(({ status }) => status === 'succeeded').length,
  }
}

/** The server, as if its process ended after this many API calls. */
function endingAfter(calls: number, of = app): FastifyInstance {
  let left = calls
  return new Proxy(of.server, {
    get(target, name) {
      if (name === 'inject' && (left -= 1) < 0) throw new Error('The process has ended')
      const value: unknown = Reflect.get(target, name)
      return value
    },
  })
}

test('interrupted seeding still fills an empty database with exactly one demo shop', async () => {
  for (const calls of [2, 12, 20, 20, 16]) {
    await expect(seedDemo(endingAfter(calls), app.services, app.config)).rejects.toThrow(
      'The process has ended',
    )
  }
  const demo = await seedDemo(app.server, app.services, app.config)
  expect(demo?.forms.map(({ title }) => title)).toEqual(demoForms.map(({ title }) => title))
  const made = await counts()
  // The seller's own plan, six orders and an offer.
  expect(made).toMatchObject({ forms: 6, bumps: 4, offers: 1, taxes: 1, sellers: 1, charged: 8 })
  expect(made.purchases).toEqual([
    'offer paid',
    'order failed',
    ...Array.from({ length: 5 }, () => 'order paid'),
    'order partially_refunded',
    'order refunded',
  ])

  await app.services.db.updateTable('forms').set({ deletedAt: app.clock.now() }).execute()
  expect(await seedDemo(app.server, app.services, app.config)).toMatchObject({ forms: [] })
  expect(await counts()).toEqual(made)
})

test('a database with sellers gets no demo shop', async () => {
  const other = await startTestApp()
  try {
    await signUpSeller(other)
    expect(await seedDemo(other.server, other.services, other.config)).toBeUndefined()
  } finally {
    await other.close()
  }
})

test('an interrupted demo is not continued after other sellers have signed up', async () => {
  const other = await startTestApp()
  try {
    await expect(seedDemo(endingAfter(2, other), other.services, other.config)).rejects.toThrow(
      'The process has ended',
    )
    await signUpSeller(other)
    expect(await seedDemo(other.server, other.services, other.config)).toMatchObject({ forms: [] })
    expect(await other.services.db.selectFrom('forms').select('id').execute()).toEqual([])
  } finally {
    await other.close()
  }
})
