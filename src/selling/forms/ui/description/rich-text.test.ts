import { expect, test } from 'vitest'
import { documentOf, markdownOf } from './rich-text.ts'

test.each([
  'Six weeks',
  'Six **weeks** of *light*',
  'Six\\\nweeks',
  'One\n\nTwo',
  '- Light\n- **Water**',
  '3. Light\n4. Water',
  '- Light\n\n  - Deep\n- Water',
  '[the *syllabus*](https://example.com/a)',
  '<https://example.com>',
])('Markdown is kept by the editor: %s', (markdown) => {
  const kept = markdownOf(documentOf(markdown, 'markdown'))

  expect(markdownOf(documentOf(kept, 'markdown'))).toBe(kept)
  expect(documentOf(kept, 'markdown')).toEqual(documentOf(markdown, 'markdown'))
})

test('plain text is taken over line by line, and nothing of it becomes emphasis', () => {
  const plain = '**Six** weeks\n• of light\n\n1. and [water](https://example.com)\n- # done'
  const document = documentOf(plain, 'plain')

  expect(documentOf(markdownOf(document), 'markdown')).toEqual(document)
})
