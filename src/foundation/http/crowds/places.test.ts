import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('a network cannot take more connection slots than its share', () => {
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

// Proves network-share.
test('when all connection slots are taken, the network with the most loses its oldest one', () => {
  const places = createPlaces(5, 3)
  const gone: string[] = []
  const take = (name: string) => places.take(name[0] ?? '', () => gone.push(name))
  const [kept] = ['a1', 'a2', 'a3', 'b1', 'b2'].map(take)
  kept?.retain()

  expect(take('c1')).toBeDefined()
  expect(gone).toEqual(['a2'])
  expect(take('b3')).toBeUndefined()
  expect(take('d1')).toBeDefined()
  expect(gone).toEqual(['a2', 'a3'])
})

test('when each network has one connection slot, a new network gets the oldest', () => {
  const places = createPlaces(3, 3)
  const gone: string[] = []
  for (const network of ['a', 'b', 'c', 'd', 'e']) places.take(network, () => gone.push(network))

  expect(gone).toEqual(['a', 'b'])
  expect(places.take('e', () => gone.push('e'))).toBeUndefined()
})

test('a busy connection slot is skipped, and once it is idle, it is the last to be taken away', () => {
  const places = createPlaces(4, 3)
  const gone: string[] = []
  const take = (name: string) => places.take(name[0] ?? '', () => gone.push(name))
  const [first, second] = ['a1', 'a2', 'b1', 'b2'].map(take)
  first?.retain()
  second?.retain()
  expect(take('c1')).toBeDefined()
  expect(gone).toEqual(['b1'])

  second?.offer(() => gone.push('a2 idle'))
  first?.offer(() => gone.push('a1 idle'))
  expect(take('d1')).toBeDefined()
  expect(gone).toEqual(['b1', 'a2 idle'])
})

test('a new client is rejected when all connection slots are busy', () => {
  const places = createPlaces(3, 3)
  const taken = ['a', 'b', 'c'].map((network) => places.take(network))

  expect(taken).not.toContain(undefined)
  expect(places.take('d')).toBeUndefined()
})

// Proves network-share.
test('networks with many busy slots leave room for a network that has none', () => {
  const places = createPlaces(1_000, 100)
  for (let network = 0; network < 60; network += 1)
    for (let times = 0; times < 100; times += 1) places.take(`slow ${network}`)

  expect(places.take('new')).toBeDefined()
})
