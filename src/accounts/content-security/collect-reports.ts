import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import type { Refused } from './read-reports.ts'
import { addCounts, deleteReportsBefore, listKnown, otherDocument, type Counted } from './store.ts'

/**
 * Counts browsers' security reports in memory. The counts are stored every few seconds and on shutdown, like page
 * views, so a report costs no database statement.
 */
export type ReportCollector = {
  /** `sender` is the network that sent the reports. */
  readonly add: (refused: readonly Refused[], sender: string) => void
  /** Stores the counts, raises alarms and returns 0. Counts that cannot be stored are kept in memory. */
  readonly flush: () => Promise<number>
  /** Deletes reports past their retention and returns 0. */
  readonly prune: () => Promise<number>
}

/** The maximum number of distinct reports between two flushes and on one day, counted separately for scripts. */
const capacity = 500
/** A sender's maximum number of distinct reports on one day. A page under attack causes only a few. */
const capacityOfSender = 20
/** The maximum number of senders remembered before all counts restart. */
const mostSenders = 10_000
/** How long reports are stored, in seconds: 90 days. */
const retention = 90 * 24 * 60 * 60
/** How often a full table raises an alarm, in milliseconds. */
const fullAlarmEvery = 60 * 60 * 1_000

/** The shared entry for all reports beyond the limit. Anyone can invent reports, so their number must be limited. */
const others = { document: otherDocument, directive: '(other)', blockedHost: '(other)' } as const
/** The shared entry for one sender's excess reports, so that they take no room from others. */
const oneSender = { document: '(one sender)', directive: '(other)', blockedHost: '(other)' } as const

const keyOf = ({ document, directive, blockedHost }: Omit<Refused, 'isScript'>): string =>
  `${document} ${directive} ${blockedHost}`

export function createReportCollector({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): ReportCollector {
  let counts = new Map<string, Counted>()
  let senders = { day: '', keys: new Map<string, Set<string>>() }
  let lastFullAlarm: Date | undefined

  const count = (into: Map<string, Counted>, counted: Counted): void => {
    const key = `${counted.day} ${keyOf(counted)}`
    const present = into.get(key)
    into.set(key, { ...counted, count: counted.count + (present?.count ?? 0) })
  }
  const add = (counted: Counted): void => {
    const isRoom = counts.size < capacity || counts.has(`${counted.day} ${keyOf(counted)}`)
    count(counts, isRoom ? counted : instead(others, counted))
  }

  /** Whether a sender has used up its distinct reports of that day. */
  const isTooMuchOf = (sender: string, refused: Refused, day: string): boolean => {
    if (senders.day !== day || senders.keys.size >= mostSenders) senders = { day, keys: new Map() }
    const told = senders.keys.get(sender) ?? new Set()
    senders.keys.set(sender, told)
    if (told.has(keyOf(refused))) return false
    if (told.size >= capacityOfSender) return true
    told.add(keyOf(refused))
    return false
  }

  /**
   * A real script can be among the reports that are counted together, so the alarm repeats while there are such
   * reports.
   */
  const raiseFullAlarm = (stored: readonly Counted[]): void => {
    const now = clock.now()
    const isFull = stored.some(({ document, isScript }) => isScript && document === otherDocument)
    if (!isFull || (lastFullAlarm !== undefined && now.getTime() - lastFullAlarm.getTime() < fullAlarmEvery))
      return
    lastFullAlarm = now
    log.error(
      { alarm: true, document: otherDocument },
      'too many scripts outside the inventory were reported to count each one separately',
    )
  }

  /** Returns the scripts that are new on that day, and everything stored. */
  async function store(taken: readonly Counted[]): Promise<{ alarms: Counted[]; stored: Counted[] }> {
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
          const row = known.has(keyOf(counted)) || sizes[kind] < capacity ? counted : instead(others, counted)
          if (!known.has(keyOf(row))) {
            known.add(keyOf(row))
            sizes[kind] += 1
            if (row.isScript && row.document !== otherDocument) alarms.push(row)
          }
          count(stored, row)
        }
      }
      await addCounts(tx, [...stored.values()])
      return { alarms, stored: [...stored.values()] }
    })
  }

  return {
    add(refused, sender) {
      const lastAt = clock.now()
      const day = lastAt.toISOString().slice(0, 10)
      for (const one of refused) {
        const counted = { ...one, day, count: 1, lastAt }
        add(isTooMuchOf(sender, one, day) ? instead(oneSender, counted) : counted)
      }
    },
    async flush() {
      if (counts.size === 0) return 0
      const taken = [...counts.values()]
      counts = new Map()
      try {
        const { alarms, stored } = await store(taken)
        for (const { document, directive, blockedHost } of alarms) {
          log.error(
            { alarm: true, document, directive, blockedHost },
            'a script outside the inventory was reported',
          )
        }
        raiseFullAlarm(stored)
      } catch (error) {
        taken.forEach(add)
        throw error
      }
      return 0
    },
    async prune() {
      await deleteReportsBefore(db, secondsAfter(clock.now(), -retention).toISOString().slice(0, 10))
      return 0
    },
  }
}

/** Excess reports about scripts are also counted separately from all others. */
function instead(place: typeof others | typeof oneSender, counted: Counted): Counted {
  return { ...counted, ...place, directive: counted.isScript ? 'script-src' : place.directive }
}
