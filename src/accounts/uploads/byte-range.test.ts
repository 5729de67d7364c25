import { expect, test } from 'vitest'
import { readRange } from './storage/storage.ts'

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=40-59', { start: 40, end: 59 }],
  ['bytes=40-1000', { start: 40, end: 99 }],
  ['bytes=-30', { start: 70, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
])('the header %s requests part of a 100-byte file', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

test.each([undefined, '', 'bytes=-', 'bytes=59-40', 'bytes=0-1,5-6', 'pages=1-2', 'bytes=a-b'])(
  'the header %s requests the whole file',
  (header) => {
    expect(readRange(header, 100)).toBeUndefined()
  },
)

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s requests bytes beyond the file', (header) => {
  expect(readRange(header, 100)).toBe('unsatisfiable')
})
