import { afterEach, expect, test, vi } from 'vitest'
import { beginningOf, characterStart, cutAtWord, cutText, firstCharacter } from './cut-text.ts'

afterEach(() => void vi.unstubAllGlobals())

const characters = ['a', 'é', 'e\u0301', '🎨', '👨‍👩‍👧', '🇦🇹', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '각', 'नि', '\r\n', '❤️', '👍🏽']

test('text is always cut between whole characters', () => {
  const text = characters.join('').repeat(3)
  const whole = new Set(Array.from(new Intl.Segmenter().segment(text), ({ index }) => index)).add(text.length)

  for (let units = 1; units <= text.length + 1; units += 1) {
    const beginning = beginningOf(text, units)
    expect(text.startsWith(beginning) && beginning.length <= units).toBe(true)
    expect(whole).toContain(beginning.length)
    expect(beginning.isWellFormed()).toBe(true)
    expect(whole).toContain(characterStart(text, units))
    expect(cutAtWord(text, units + 1).length).toBeLessThanOrEqual(units + 1)
  }
})

test('a visible character that is longer than the limit is cut instead of dropped', () => {
  expect(beginningOf(`e${'\u0301'.repeat(90)}`, 50)).toBe(`e${'\u0301'.repeat(49)}`)
  expect(beginningOf('🎨🎨', 3)).toBe('🎨')
  expect(beginningOf('👨‍👩‍👧', 4)).toBe('👨‍')
})

test('characters are counted the way people count them', () => {
  expect(cutText('🇦🇹🇨🇭🇩🇪', 3)).toBe('🇦🇹🇨🇭🇩🇪')
  expect(cutText('🇦🇹🇨🇭🇩🇪', 2)).toBe('🇦🇹🇨🇭…')
  expect(firstCharacter('🇦🇹 Anna')).toBe('🇦🇹')
  expect(firstCharacter('')).toBe('')
  expect(cutText('Slow bread, every week', 5)).toBe('Slow…')
})

test('a sentence is cut after a word, and text without spaces after a character', () => {
  expect(cutAtWord('Learn to bake slow bread at home', 20)).toBe('Learn to bake slow…')
  expect(cutAtWord('Learn to bake slow, bread', 19)).toBe('Learn to bake slow…')
  expect(cutAtWord('Learn to bake', 13)).toBe('Learn to bake')
  expect(cutAtWord('家でゆっくりパンを焼く方法を学びます', 10)).toBe('家でゆっくりパンを…')
  expect(cutAtWord(`${'a'.repeat(8)}🎨🎨`, 10)).toBe(`${'a'.repeat(8)}…`)
})

test('a browser without character segmentation still splits no code point', async () => {
  vi.resetModules()
  vi.stubGlobal('Intl', {})
  const older = await import('./cut-text.ts')

  expect(older.beginningOf('a🎨🎨', 2)).toBe('a')
  expect(older.characterStart('a🎨🎨', 3)).toBe(3)
  expect(older.firstCharacter('🎨 a')).toBe('🎨')
  expect(older.cutText('🎨🎨🎨', 2)).toBe('🎨🎨…')
})
