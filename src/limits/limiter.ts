import { createHmac } from 'node:crypto'
import { secondsAfter } from '#db/clock.ts'
import { TooManyRequests } from '#http/failures.ts'
import type { Parts } from '#parts.ts'
import { rules, type RuleName } from './rules.ts'
import { countUp, pruneCounts } from './store.ts'

/** Who did a thing that is limited: a client's network, or an account's e-mail. */
export type Use = { readonly rule: RuleName; readonly subject: string }

export type Limiter = {
  /**
   * Counts each use, in one statement however many there are, and throws `TooManyRequests` when one is over its limit or
   * one of `spent` has reached its own; those are looked at and not counted.
   */
  readonly take: (uses: readonly Use[], spent?: readonly Use[]) => Promise<void>
  /** Counts a use that has happened already; it throws nothing, and counts for who looks at it next. */
  readonly note: (use: Use) => Promise<void>
  /** Drops what is over. Answers 0: there is never more to do at once. */
  readonly prune: () => Promise<number>
}

/** The most counters that are kept, blocked ones aside. */
const capacity = 100_000
const smallestLimit = Math.min(...Object.values(rules).map(({ limit }) => limit))

/**
 * Limits that hold in all processes together: the counters are rows of the database. They are kept by a keyed hash of
 * the subject, so that the table names nobody.
 */
export function createLimiter(
  { db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>,
  { authSecret, areRatesLimited }: { readonly authSecret: string; readonly areRatesLimited: boolean },
): Limiter {
  const secret = createHmac('sha256', authSecret).update('limits').digest()
  const keyOf = ({ rule, subject }: Use): string =>
    `${rule}:${createHmac('sha256', secret).update(subject).digest('base64url').slice(0, 22)}`
  const count = (uses: readonly Use[], spent: readonly Use[], now: Date) =>
    countUp(
      db,
      uses.map((use) => ({ key: keyOf(use), endsAt: secondsAfter(now, rules[use.rule].window) })),
      spent.map(keyOf),
      now,
    )
  return {
    async take(uses, spent = []) {
      if (!areRatesLimited) return
      const now = clock.now()
      const counts = new Map((await count(uses, spent, now)).map((row) => [row.key, row]))
      const limits = [
        ...uses.map((use) => ({ use, most: rules[use.rule].limit })),
        ...spent.map((use) => ({ use, most: rules[use.rule].limit - 1 })),
      ]
      const over = limits.flatMap(({ use, most }) => {
        const row = counts.get(keyOf(use))
        return row !== undefined && row.count > most ? [row] : []
      })
      if (over.length === 0) return
      log.warn({ limits: over.map(({ key }) => key) }, 'too many requests')
      const until = Math.max(...over.map(({ endsAt }) => endsAt.getTime()))
      throw new TooManyRequests(Math.max(1, Math.ceil((until - now.getTime()) / 1000)))
    },

    async note(use) {
      if (areRatesLimited) await count([use], [], clock.now())
    },

    async prune() {
      await pruneCounts(db, clock.now(), capacity, smallestLimit)
      return 0
    },
  }
}
