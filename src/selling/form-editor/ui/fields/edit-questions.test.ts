import { expect, test } from 'vitest'
import { newQuestion, slugOf, typedOf, typedQuestion } from './edit-questions.ts'

test('the name of a question’s answers comes from its first label and is unique', () => {
  expect(slugOf('T-shirt size', [])).toBe('t_shirt_size')
  expect(slugOf('Größe / Maß', [])).toBe('gro_e_ma')
  expect(slugOf('2nd address', [])).toBe('nd_address')
  expect(slugOf('サイズ', [])).toBe('question')
  expect(slugOf('Size', ['size', 'size_2'])).toBe('size_3')
  expect(slugOf('x'.repeat(60), ['x'.repeat(37)])).toHaveLength(39)
})

test('options are typed one per line, and their errors are shown there', () => {
  const typed = { ...newQuestion, label: 'Size', kind: 'choice', lines: ' S \n\nM\n' }
  expect(typedQuestion.parse(typed).options).toEqual(['S', 'M'])
  const problem = (given: object) =>
    typedQuestion
      .safeParse({ ...typed, ...given })
      .error?.issues.map(({ path, message }) => [path[0], message])

  expect(problem({ lines: '' })).toEqual([['lines', 'Enter at least one option']])
  expect(problem({ lines: 'S\nS' })).toEqual([['lines', 'Name each option once']])
  expect(problem({ label: ' ' })).toEqual([['label', 'This field is required']])
})

test('a question opened and applied without a change stays unchanged', () => {
  const question = {
    slug: 'size',
    kind: 'choices' as const,
    label: 'Size',
    hint: 'European',
    isRequired: true,
    options: ['S', 'M'],
    priceIds: null,
    texts: {},
  }
  const { slug: _, texts: __, ...asked } = question
  expect(typedQuestion.parse(typedOf(question))).toEqual(asked)
})
