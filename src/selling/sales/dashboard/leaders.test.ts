import { expect, test } from 'vitest'
import { leadersOf } from './find-forms.ts'

/** Repeatable random numbers from a linear congruential generator. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Counts = ReadonlyMap<string, number>

/** A sum's forms with the most orders first. Only the first `listed` are included. */
function tell(counts: Counts, listed: number) {
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
  const told = sorted.slice(0, listed)
  return {
    ids: told.map(([id]) => id),
    orders: told.map(([, orders]) => orders),
    areAll: told.length === sorted.length,
  }
}

/** Every form that could be among the `most` best, however ties are broken. */
function bestOf(all: readonly Counts[], most: number): string[] {
  const sums = new Map<string, number>()
  for (const counts of all) {
    for (const [id, orders] of counts) sums.set(id, (sums.get(id) ?? 0) + orders)
  }
  const least = [...sums.values()].toSorted((one, other) => other - one)[most - 1] ?? 0
  return [...sums].filter(([, orders]) => orders >= least).map(([id]) => id)
}

test('the leading forms include every possible best seller, or are undefined', () => {
  const random = numbersFrom(11)
  const told = { found: 0, unknown: 0 }
  for (let shop = 0; shop < 3_000; shop += 1) {
    const [forms, most, listed] = [1 + random(30), 1 + random(4), 1 + random(8)]
    // Some shops have a few best sellers, others sell all forms equally.
    const steep = 1 + random(3)
    const count = () => {
      const counts = new Map<string, number>()
      for (let sale = random(60); sale > 0; sale -= 1) {
        const id = `form ${Math.floor(forms * (random(1_000) / 1_000) ** steep)}`
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      if (random(3) === 0) counts.set(`form ${random(forms)}`, 0)
      return counts
    }
    const days = Array.from({ length: random(6) }, count)
    const today = count()
    const leaders = leadersOf(
      days.map((counts) => tell(counts, listed)),
      [...today].map(([id, orders]) => ({ id, orders, views: 0 })),
      most,
    )
    if (leaders === undefined) {
      told.unknown += 1
      continue
    }
    told.found += 1
    expect(leaders).toEqual(expect.arrayContaining(bestOf([...days, today], most)))
  }

  expect(told.found).toBeGreaterThan(500)
  expect(told.unknown).toBeGreaterThan(500)
})

test('only the best sellers are read in a shop with clear best sellers', () => {
  const day = tell(
    new Map(Array.from({ length: 1_000 }, (_, place) => [`form ${place}`, place < 12 ? 50 - place : 1])),
    100,
  )
  const leaders = leadersOf(
    Array.from({ length: 30 }, () => day),
    [],
    10,
  )

  expect(leaders).toEqual(Array.from({ length: 10 }, (_, place) => `form ${place}`))
})
