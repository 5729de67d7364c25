import { expect, test } from 'vitest'
import { untilSettled, whileSettling } from './settle-purchase.ts'

test('a waiting caller resumes when its own purchase is settled', async () => {
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

test('a failed settlement resumes its waiting callers but not those of a later one', async () => {
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
