import { expect, test } from 'vitest'
import { untilSettled, whileSettling } from './settle-purchase.ts'

test('who asks waits until a purchase is settled, and for no other', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const told: string[] = []
  const settled = whileSettling('one', () => promise)
  const waiting = untilSettled('one').then(() => told.push('settled'))
  await untilSettled('another')
  expect(told).toEqual([])
  resolve('paid')

  expect(await settled).toBe('paid')
  await waiting
  expect(told).toEqual(['settled'])
})

test('who asks is told as well where settling fails, and what was begun since is not forgotten', async () => {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const failed = whileSettling('one', () => first.promise)
  const waiting = untilSettled('one')
  const later = whileSettling('one', () => second.promise)
  first.reject(new Error('The database is away'))
  await expect(failed).rejects.toThrow('The database is away')
  await waiting

  let isTold = false
  const asked = untilSettled('one').then(() => (isTold = true))
  await untilSettled('another')
  expect(isTold).toBe(false)
  second.resolve('paid')
  await Promise.all([later, asked])
  await untilSettled('one')
})
