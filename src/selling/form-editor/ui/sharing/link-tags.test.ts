import { expect, test } from 'vitest'
import { noTags, tagged } from './link-tags.tsx'

const link = 'https://pay.example.com/s/abc'

test('a link contains the tags that were entered', () => {
  expect(tagged(link, noTags)).toBe(link)
  expect(tagged(link, { source: ' News & more ', medium: '', campaign: 'été' })).toBe(
    `${link}?utm_source=News+%26+more&utm_campaign=%C3%A9t%C3%A9`,
  )
})
