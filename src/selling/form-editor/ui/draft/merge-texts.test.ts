import { expect, test } from 'vitest'
import { clashingTexts, mergedTexts } from './merge-texts.ts'

const began = { de: { title: 'Kurs', buttonText: 'Kaufen' } }

test('two people can translate into different languages, or different texts into the same language', () => {
  const mine = { de: { title: 'Malkurs', buttonText: 'Kaufen' } }
  const theirs = { de: { title: 'Kurs', buttonText: 'Jetzt kaufen' }, fr: { title: 'Cours' } }
  expect(clashingTexts(began, mine, theirs)).toEqual([])
  expect(mergedTexts(began, mine, theirs)).toEqual({
    de: { title: 'Malkurs', buttonText: 'Jetzt kaufen' },
    fr: { title: 'Cours' },
  })
})

test('a text that two people translated differently is a conflict', () => {
  const [mine, theirs] = [
    { de: { title: 'Malkurs' } },
    { de: { title: 'Zeichenkurs', buttonText: 'Kaufen' } },
  ]
  expect(clashingTexts(began, mine, theirs)).toEqual([['de', 'title']])
  expect(mergedTexts(began, mine, theirs)).toMatchObject({ de: { title: 'Malkurs' } })
})

test('a translation that was emptied here stays empty', () => {
  expect(mergedTexts(began, {}, began)).toEqual({ de: { title: '', buttonText: '' } })
})
