import { expect, test } from 'vitest'
import type { Sale } from '../contract.ts'
import { foldTries } from './sale-list.tsx'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 23) + hours * 3_600_000).toISOString()

const saleOf = (id: string, fields: Partial<Sale> = {}): Sale => ({
  id,
  kind: 'order',
  formId: 'form',
  formTitle: 'A course in watercolor',
  offerTitle: null,
  email: 'bea@example.com',
  name: 'Bea Novak',
  total: 4900,
  currency: 'usd',
  returned: 0,
  status: 'paid',
  createdAt: at(0),
  paidAt: at(0),
  isFree: false,
  disputeStatus: null,
  unpaidRenewal: null,
  ...fields,
})
const tryOf = (id: string, fields: Partial<Sale> = {}) =>
  saleOf(id, { status: 'failed', paidAt: null, ...fields })

/** The ids of the main rows, each with the ids of the attempts folded beneath it. */
const shape = (sales: readonly Sale[]) =>
  foldTries(sales).map(({ sale, tries }) => [sale.id, ...tries.map(({ id }) => id)])

test('failed attempts are folded beneath the buyer’s later payment', () => {
  const sales = [
    saleOf('paid', { email: 'Bea@Example.com' }),
    saleOf('another', { email: 'clara@example.com' }),
    tryOf('second'),
    tryOf('first', { status: 'canceled' }),
  ]
  expect(shape(sales)).toEqual([['paid', 'second', 'first'], ['another']])
})

test('a buyer who never paid has one row with the last attempt', () => {
  expect(shape([tryOf('third'), tryOf('second'), tryOf('first')])).toEqual([['third', 'second', 'first']])
})

test('an attempt is not folded across forms, buyers or days, nor into later charges', () => {
  const sales = [
    saleOf('renewal', { kind: 'renewal', createdAt: at(48) }),
    saleOf('next-day', { createdAt: at(30) }),
    saleOf('form', { formId: 'another', createdAt: at(1) }),
    saleOf('ordered-before', { createdAt: at(-1), paidAt: at(48) }),
    saleOf('buyer', { email: 'clara@example.com', createdAt: at(1) }),
    tryOf('tried'),
  ]
  expect(shape(sales)).toEqual(sales.map(({ id }) => [id]))
})

test('a paid purchase is never folded', () => {
  expect(shape([saleOf('second'), saleOf('first', { status: 'refunded' })])).toEqual([['second'], ['first']])
})
