import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { createHmac } from 'node:crypto'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type Message, say } from '#foundation/language/t.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import { pruneRound } from '#foundation/jobs/prune.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'
import { rules, type RuleName } from './rules.ts'
import { countDown, countUp, prolongCount, pruneCounts, type Count } from './store.ts'

/**
 * A use that counts toward a limit. Its subject is what the rule counts by, such as a client's network or an account's
 * email.
 */
export type Use = {
  readonly rule: RuleName
  readonly subject: string
  /** A window other than the rule's, in seconds. */
  readonly window?: number
}

/** The counts at the time of the use. */
export type UseCounts = {
  /** The count, or undefined if it was never counted or its window has ended. */
  readonly of: (use: Use) => Count | undefined
  /** Throws `TooManyRequests`, with `message`, if a use is over its limit or one of `spent` has reached its own. */
  readonly check: (uses: readonly Use[], spent?: readonly Use[], message?: Message) => void
}

export type Limiter = {
  /** Counts some uses and reads others without counting them, in one SQL statement. */
  readonly count: (uses: readonly Use[], lookedAt?: readonly Use[]) => Promise<UseCounts>
  /** Counts uses. Throws `TooManyRequests` if one is over its limit. */
  readonly take: (uses: readonly Use[]) => Promise<void>
  /** Uncounts uses that did not happen. */
  readonly giveBack: (uses: readonly Use[]) => Promise<void>
  /** Counts a use and starts its window again. */
  readonly prolong: (use: Use) => Promise<void>
  /** Deletes expired counters. Returns 0, because there is never more to do right away. */
  readonly prune: () => Promise<number>
}

/** The largest number of stored counters, apart from those that block a subject. */
const capacity = 100_000
const limits = Object.entries(rules).map(([name, { limit }]) => ({ name, limit }))

/**
 * Rate limits that all processes share. The counters are database rows whose key is a keyed hash of the
 * subject, so that the table identifies no one.
 */
export function createLimiter(
  {
    db,
    clock,
    log,
    metrics,
  }: {
    readonly db: Kysely<Database>
    readonly clock: Clock
    readonly log: FastifyBaseLogger
    readonly metrics: Metrics
  },
  { authSecret, areRatesLimited }: { readonly authSecret: string; readonly areRatesLimited: boolean },
): Limiter {
  const secret = createHmac('sha256', authSecret).update('limits').digest()
  const keyOf = ({ rule, subject }: Use): string =>
    `${rule}:${createHmac('sha256', secret).update(subject).digest('base64url').slice(0, 22)}`
  const endOf = (use: Use, now: Date) => secondsAfter(now, use.window ?? rules[use.rule].window)

  function refuse(over: readonly Count[], now: Date, message?: Message): never {
    log.warn({ limits: over.map(({ key }) => key) }, 'too many requests')
    for (const { key } of over) metrics.limitsRefused.inc({ rule: key.split(':')[0] ?? '' })
    const until = Math.max(...over.map(({ endsAt }) => endsAt.getTime()))
    throw new TooManyRequests(Math.max(1, Math.ceil((until - now.getTime()) / 1000)), message && say(message))
  }

  async function count(uses: readonly Use[], lookedAt: readonly Use[] = []): Promise<UseCounts> {
    if (!areRatesLimited) return { of: () => undefined, check: () => undefined }
    const now = clock.now()
    const counted = uses.map((use) => ({ key: keyOf(use), endsAt: endOf(use, now) }))
    const rows = await countUp(db, counted, lookedAt.map(keyOf), now)
    const byKey = new Map(rows.map((row) => [row.key, row]))
    const of = (use: Use) => byKey.get(keyOf(use))
    const isAbove = (use: Use, most: number) => (of(use)?.count ?? 0) > most
    return {
      of,
      check(limited, spent = [], message) {
        const over = [
          ...limited.filter((use) => isAbove(use, rules[use.rule].limit)),
          ...spent.filter((use) => isAbove(use, rules[use.rule].limit - 1)),
        ].flatMap((use) => of(use) ?? [])
        if (over.length > 0) refuse(over, now, message)
      },
    }
  }

  return {
    count,

    async take(uses) {
      const counts = await count(uses)
      counts.check(uses)
    },

    async giveBack(uses) {
      if (areRatesLimited) await countDown(db, uses.map(keyOf), clock.now())
    },

    async prolong(use) {
      if (!areRatesLimited) return
      const now = clock.now()
      await prolongCount(db, { key: keyOf(use), endsAt: endOf(use, now) }, now)
    },

    prune: () => pruneRound(() => pruneCounts(db, clock.now(), capacity, limits)),
  }
}
