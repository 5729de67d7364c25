import { expect, test } from 'vitest'
import { z } from 'zod'
import { answered, withoutDefaults } from './field-shapes.ts'
import { contracts } from '#test-contracts.ts'

const fields = {
  title: z.string().min(10),
  color: z.string().default('#fff'),
  note: z
    .union([z.literal('').transform(() => null), z.string().min(3)])
    .nullable()
    .default(null),
  amount: z
    .number()
    .nullable()
    .transform((amount) => amount ?? 0)
    .default(0),
  kind: z.enum(['a', 'b']).default('a'),
  hosts: z.array(z.object({ name: z.string().max(3) })).default([]),
}

test('a field that is missing from an update stays unchanged, whatever its default', () => {
  const update = z.object(withoutDefaults(fields)).partial()

  expect(update.parse({})).toEqual({})
  expect(update.parse({ note: '', amount: null })).toEqual({ note: null, amount: 0 })
  expect(update.safeParse({ title: 'short' }).success).toBe(false)
})

test('values stored under older rules are returned, but values of a wrong type throw', () => {
  const answer = z.object(answered(fields))
  const stored = { title: 'old', color: 'red', note: 'x', amount: -1, kind: 'b', hosts: [{ name: 'long' }] }

  expect(answer.parse(stored)).toEqual(stored)
  expect(answer.parse({ ...stored, note: null }).note).toBeNull()
  expect(answer.safeParse({ ...stored, kind: 'c' }).success).toBe(false)
  expect(answer.safeParse({ ...stored, color: 7 }).success).toBe(false)
})

test.each(contracts.flatMap((contract) => Object.entries(contract)))(
  'the response schema of %s contains no input transforms',
  (_name, { ok }) => {
    expect(() => z.toJSONSchema(ok.schema, { io: 'output' })).not.toThrow()
  },
)
