import { expect, test } from 'vitest'
import { heldOut as heldOutOf256 } from '../hold-out.ts'
import { effectOf, isProven, type Group } from './earned.ts'

const runs = 100
const recoveries = 10_000
const heldOutShare = heldOutOf256 / 256

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A shop's lost payments. Of the buyers, the share `base` returns anyway, and the share `effect` because of an email.
 */
function script(seed: number, base: number, effect: number): { mailed: Group; heldOut: Group } {
  const random = randomOf(seed)
  const count = { mailed: { all: 0, paid: 0 }, heldOut: { all: 0, paid: 0 } }
  for (let one = 0; one < recoveries; one += 1) {
    const isHeldOut = random() < heldOutShare
    const group = isHeldOut ? count.heldOut : count.mailed
    group.all += 1
    if (random() < base + (isHeldOut ? 0 : effect)) group.paid += 1
  }
  return count
}

const effectsOf = (base: number, effect: number) =>
  Array.from({ length: runs }, (_, run) => {
    const { mailed, heldOut } = script(run + 1, base, effect)
    const found = effectOf(mailed, heldOut)
    if (found === null) throw new Error('too few')
    return found
  })

test.for([0.02, 0.1, 0.3])(
  'of 100 shops where mails bring back 5 %% more, the interval names that for at least 95 (%s come back anyway)',
  (base) => {
    const covered = effectsOf(base, 0.05).filter(({ from, to }) => from <= 0.05 && 0.05 <= to)
    expect(covered.length).toBeGreaterThanOrEqual(95)
  },
)

test.for([0.02, 0.1, 0.3])(
  'of 100 shops where mails change nothing, at most 5 hear that they earned something (%s come back anyway)',
  (base) => {
    expect(effectsOf(base, 0).filter(isProven).length).toBeLessThanOrEqual(5)
  },
)

test('with fewer than 100 lost payments, the overview claims nothing about the emails', () => {
  expect(effectOf({ all: 89, paid: 30 }, { all: 10, paid: 0 })).toBeNull()
  expect(effectOf({ all: 90, paid: 30 }, { all: 10, paid: 0 })).not.toBeNull()
})
