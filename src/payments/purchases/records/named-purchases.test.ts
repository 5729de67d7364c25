import { afterAll, beforeAll, expect, test } from 'vitest'
import { order } from '#buying/upsells/test-offers.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { findPurchaseById } from './find-purchase.ts'
import { numberByDay } from './invoice-number.ts'
import { listNamedPurchases } from './named-purchases.ts'

let app: TestApp
let form: string

beforeAll(async () => {
  app = await startTestApp()
  form = await createTestForm(app, await signUpSeller(app))
})
afterAll(async () => app.close())

test('the purchases mentioned in a text are found by order and invoice number', async () => {
  const { db } = app.services
  const bought = [await order(app, form), await order(app, form), await order(app, form)] as const
  const [first, second, third] = [bought[2].purchaseId, bought[0].purchaseId, bought[1].purchaseId]
  const { id = '', paidAt } = (await findPurchaseById(db, third)) ?? {}
  const invoice = numberByDay({ id, paidAt: paidAt ?? new Date(0) })
  const namedIn = async (text: string) => (await listNamedPurchases(db, text)).map((one) => one.id)

  expect(await namedIn(`Orders ${first}, ${second.toUpperCase()} and invoice ${invoice}`)).toEqual([
    first,
    second,
    third,
  ])
  expect(await namedIn(`Invoice ${invoice.toLowerCase()}, ${third} and ${first}`)).toEqual([third, first])
  const [dashed, parted] = [first.replaceAll('-', '\u2011'), second.replaceAll('-', '')]
  expect(await namedIn(`${dashed}\n${parted} ${third.slice(0, 20)}\n${third.slice(20)}`)).toEqual([
    first,
    second,
    third,
  ])
  expect(await namedIn(`Invoice ${invoice.replace('-', '–')}`)).toEqual([third])
  expect(await namedIn('Neither of them')).toEqual([])
})
