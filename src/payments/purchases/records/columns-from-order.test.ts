import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { findPurchaseById } from './find-purchase.ts'
import { columnsOfLater, columnsFromOrder } from './columns-from-order.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('each purchase column declares whether later payments copy it from the order', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'purchases'`.execute(app.services.db)
  const named = rows.map(({ name }) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()))
  expect(Object.keys(columnsOfLater).toSorted()).toEqual(named.toSorted())
})

test('a later payment copies its declared columns from the order', async () => {
  const form = await createTestForm(app, await signUpSeller(app))
  const order = await findPurchaseById(app.services.db, outcomeOf(await pay(app, form)).purchaseId)
  if (order === undefined) throw new Error('no order')
  const ofOrder = Object.entries(columnsOfLater).filter(([, from]) => from === 'of order')
  const given = new Map(Object.entries(order))
  expect(columnsFromOrder(order)).toEqual({
    orderId: order.id,
    ...Object.fromEntries(ofOrder.map(([name]) => [name, given.get(name)])),
  })
})
