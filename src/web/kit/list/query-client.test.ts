import { expect, test } from 'vitest'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { isWorthRetrying } from './query-client.ts'

const failed = (status: number) => new ApiError(status, { code: 'x', message: 'x', requestId: '' })
const silent = (isLate: boolean) => new NoAnswer('x', { cause: undefined, isLate })

test('temporary request failures are retried twice, permanent ones never', () => {
  expect([0, 1, 2].map((failures) => isWorthRetrying(failures, failed(503)))).toEqual([true, true, false])
  expect(isWorthRetrying(0, silent(false))).toBe(true)
  expect(isWorthRetrying(0, failed(404))).toBe(false)
})

test('a request that timed out is not retried, so the person sees the failure', () => {
  expect(isWorthRetrying(0, silent(true))).toBe(false)
})
