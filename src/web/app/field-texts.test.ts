import './field-texts.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formFields } from '#selling/forms/form-fields.ts'

test('a form rule without its own text uses the server’s wording', () => {
  const bumps = Array.from({ length: 51 }, () => '01a1f882-85a6-763a-997b-e9385dbf9804')
  const textOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

  expect(textOf(formFields.shape.bumps, bumps)).toBe('This list can have at most 50 entries')
  expect(textOf(z.enum(['form', 'bump']), 'users')).toBe('Choose one of the listed values')
})
