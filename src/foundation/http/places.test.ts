import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('a network takes no more than its share, and another one finds room beside it', () => {
  const places = createPlaces(10, 3)
  const taken = ['a', 'a', 'a', 'a', 'b'].map((network) => places.take(network))

  expect(taken.map((place) => place !== undefined)).toEqual([true, true, true, false, true])
  expect(places.isFullFor('a')).toBe(true)
  taken[0]?.leave()
  taken[0]?.leave()
  expect(places.isFullFor('a')).toBe(false)
  expect(places.take('a')).toBeDefined()
  expect(places.take('a')).toBeUndefined()
})

test('where all places are taken, a newcomer gets the one that was taken first of the network that has most', () => {
  const places = createPlaces(5, 3)
  const gone: string[] = []
  const take = (name: string) => places.take(name[0] ?? '', () => gone.push(name))
  const [kept] = ['a1', 'a2', 'a3', 'b1', 'b2'].map(take)
  kept?.keep()

  expect(take('c1')).toBeDefined()
  expect(gone).toEqual(['a2'])
  expect(take('b3')).toBeUndefined()
  expect(take('d1')).toBeDefined()
  expect(gone).toEqual(['a2', 'a3'])
})

test('what cannot be given up stays, and the newcomer is refused', () => {
  const places = createPlaces(3, 3)
  for (const network of ['a', 'a', 'a']) places.take(network)

  expect(places.take('b')).toBeUndefined()
})
