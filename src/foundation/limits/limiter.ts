import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { createHmac } from 'node:crypto'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import { pruneRound } from '#foundation/jobs/prune.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'
import { rules, type RuleName } from './rules.ts'
import { countDown, countUp, prolongCount, pruneCounts, type Count } from './store.ts'

/** Who did a thing that is limited: a client's network, an account's email, or what else a rule speaks of. */
export type Use = {
  readonly rule: RuleName
  readonly subject: string
  /** Another window than the rule's, in seconds. */
  readonly window?: number
}

/** How uses stood when they were counted. */
export type UseCounts = {
  /** Undefined when it was never counted, or its window is over. */
  readonly of: (use: Use) => Count | undefined
  /** Throws `TooManyRequests` when one is over its limit, or one of `spent` has reached its own; `message` says so. */
  readonly check: (uses: readonly Use[], spent?: readonly Use[], message?: string) => void
}

export type Limiter = {
  /** Counts each use and looks at others without counting them, in one statement however many there are. */
  readonly count: (uses: readonly Use[], lookedAt?: readonly Use[]) => Promise<UseCounts>
  /** Counts each use, and throws `TooManyRequests` when one is over its limit. */
  readonly take: (uses: readonly Use[]) => Promise<void>
  /** Takes back uses that were counted and turned out to be none. */
  readonly giveBack: (uses: readonly Use[]) => Promise<void>
  /** Counts a use whose window begins anew each time. */
  readonly prolong: (use: Use) => Promise<void>
  /** Drops what is over. Answers 0: there is never more to do at once. */
  readonly prune: () => Promise<number>
}

/** The most counters that are kept, blocked ones aside. */
const capacity = 100_000
const limits = Object.entries(rules).map(([name, { limit }]) => ({ name, limit }))

/**
 * Limits that hold in all processes together: the counters are rows of the database. They are kept by a keyed hash of
 * the subject, so that the table names nobody.
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

  function refuse(over: readonly Count[], now: Date, message?: string): never {
    log.warn({ limits: over.map(({ key }) => key) }, 'too many requests')
    for (const { key } of over) metrics.limitsRefused.inc({ rule: key.split(':')[0] ?? '' })
    const until = Math.max(...over.map(({ endsAt }) => endsAt.getTime()))
    throw new TooManyRequests(Math.max(1, Math.ceil((until - now.getTime()) / 1000)), message)
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
