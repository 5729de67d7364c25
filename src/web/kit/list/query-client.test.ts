import { expect, test } from 'vitest'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { isWorthRetrying } from './query-client.ts'

const failed = (status: number) => new ApiError(status, { code: 'x', message: 'x', requestId: '' })
const silent = (isLate: boolean) => new NoAnswer('x', { cause: undefined, isLate })

test('temporary failures are retried twice, permanent ones are not', () => {
  expect([0, 1, 2].map((failures) => isWorthRetrying(failures, failed(503)))).toEqual([true, true, false])
  expect(isWorthRetrying(0, silent(false))).toBe(true)
  expect(isWorthRetrying(0, failed(404))).toBe(false)
})

test('after a full time-out the person sees the failure instead of waiting for another try', () => {
  expect(isWorthRetrying(0, silent(true))).toBe(false)
})
