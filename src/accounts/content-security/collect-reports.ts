import { secondsAfter } from '#foundation/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Services } from '#foundation/services.ts'
import type { Refused } from './read-reports.ts'
import { addCounts, deleteReportsBefore, listKnown, type Counted } from './store.ts'

/**
 * Counts what browsers report. A report costs no statement: what has come together is stored every few seconds and when
 * the product stops, as views of pages are.
 */
export type ReportCollector = {
  readonly add: (refused: readonly Refused[]) => void
  /** Stores what was counted and raises the alarms; answers 0. What cannot be stored is kept. */
  readonly flush: () => Promise<number>
  /** Drops what is older than it is kept; answers 0. */
  readonly prune: () => Promise<number>
}

/** Different refusals that are told apart: between two flushes, and on one day, of scripts and of all else. */
const capacity = 500
/** How long reports are kept, in seconds: 90 days. */
const kept = 90 * 24 * 60 * 60

/** What stands for all that would be one too many: anyone can make reports up. */
const others = { document: '(other)', directive: '(other)', blockedHost: '(other)' } as const

const keyOf = ({ document, directive, blockedHost }: Omit<Refused, 'isScript'>): string =>
  `${document} ${directive} ${blockedHost}`

export function createReportCollector({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): ReportCollector {
  let counts = new Map<string, Counted>()

  const count = (into: Map<string, Counted>, counted: Counted): void => {
    const key = `${counted.day} ${keyOf(counted)}`
    const present = into.get(key)
    into.set(key, { ...counted, count: counted.count + (present?.count ?? 0) })
  }
  const keep = (counted: Counted): void => {
    const isRoom = counts.size < capacity || counts.has(`${counted.day} ${keyOf(counted)}`)
    count(counts, isRoom ? counted : inOthers(counted))
  }

  /** Answers what is new that day and of a script. */
  async function store(taken: readonly Counted[]): Promise<Counted[]> {
    return inTransaction(db, async (tx) => {
      const stored = new Map<string, Counted>()
      const alarms: Counted[] = []
      for (const day of new Set(taken.map((counted) => counted.day))) {
        const rows = await listKnown(tx, day)
        const known = new Set(rows.map(keyOf))
        const sizes = { true: 0, false: 0 }
        for (const { isScript } of rows) sizes[isScript ? 'true' : 'false'] += 1
        for (const counted of taken.filter((one) => one.day === day)) {
          const kind = counted.isScript ? 'true' : 'false'
          const row = known.has(keyOf(counted)) || sizes[kind] < capacity ? counted : inOthers(counted)
          if (!known.has(keyOf(row))) {
            known.add(keyOf(row))
            sizes[kind] += 1
            if (row.isScript) alarms.push(row)
          }
          count(stored, row)
        }
      }
      await addCounts(tx, [...stored.values()])
      return alarms
    })
  }

  return {
    add(refused) {
      const lastAt = clock.now()
      const day = lastAt.toISOString().slice(0, 10)
      for (const one of refused) keep({ ...one, day, count: 1, lastAt })
    },
    async flush() {
      if (counts.size === 0) return 0
      const taken = [...counts.values()]
      counts = new Map()
      try {
        for (const { document, directive, blockedHost } of await store(taken)) {
          log.error({ alarm: true, document, directive, blockedHost }, 'a script outside of the inventory')
        }
      } catch (error) {
        taken.forEach(keep)
        throw error
      }
      return 0
    },
    async prune() {
      await deleteReportsBefore(db, secondsAfter(clock.now(), -kept).toISOString().slice(0, 10))
      return 0
    },
  }
}

/** Scripts and all else stay apart there, too. */
function inOthers(counted: Counted): Counted {
  return { ...counted, ...others, directive: counted.isScript ? 'script-src' : others.directive }
}
