import { expect, test } from 'vitest'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { isWorthRetrying } from './query-client.ts'

const failed = (status: number) => new ApiError(status, { code: 'x', message: 'x', requestId: '' })
const silent = (isLate: boolean) => new NoAnswer('x', { cause: undefined, isLate })

test('what may pass is asked again twice, and what stays the same is not', () => {
  expect([0, 1, 2].map((failures) => isWorthRetrying(failures, failed(503)))).toEqual([true, true, false])
  expect(isWorthRetrying(0, silent(false))).toBe(true)
  expect(isWorthRetrying(0, failed(404))).toBe(false)
})

test('who has waited for a whole time-out is told, and not left to wait for another', () => {
  expect(isWorthRetrying(0, silent(true))).toBe(false)
})
