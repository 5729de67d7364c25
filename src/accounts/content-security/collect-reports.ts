import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import type { Refused } from './read-reports.ts'
import { addCounts, deleteReportsBefore, listKnown, otherDocument, type Counted } from './store.ts'

/**
 * Counts what browsers report. A report costs no statement: what has come together is stored every few seconds and when
 * the product stops, as views of pages are.
 */
export type ReportCollector = {
  /** `sender` is the network that they come from. */
  readonly add: (refused: readonly Refused[], sender: string) => void
  /** Stores what was counted and raises the alarms; answers 0. What cannot be stored is kept. */
  readonly flush: () => Promise<number>
  /** Drops what is older than it is kept; answers 0. */
  readonly prune: () => Promise<number>
}

/** Different refusals that are told apart: between two flushes, and on one day, of scripts and of all else. */
const capacity = 500
/** Different refusals that are told apart of one sender on one day: a page that is attacked has a few. */
const capacityOfSender = 20
/** Senders that are remembered; then all begin anew. */
const mostSenders = 10_000
/** How long reports are kept, in seconds: 90 days. */
const retention = 90 * 24 * 60 * 60
/** How often it is said that there is no room, in milliseconds. */
const saidFullEvery = 60 * 60 * 1_000

/** What stands for all that would be one too many: anyone can make reports up. */
const others = { document: otherDocument, directive: '(other)', blockedHost: '(other)' } as const
/** What stands for all that is too much of one sender, and takes no room from the others. */
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
  let saidFullAt: Date | undefined

  const count = (into: Map<string, Counted>, counted: Counted): void => {
    const key = `${counted.day} ${keyOf(counted)}`
    const present = into.get(key)
    into.set(key, { ...counted, count: counted.count + (present?.count ?? 0) })
  }
  const add = (counted: Counted): void => {
    const isRoom = counts.size < capacity || counts.has(`${counted.day} ${keyOf(counted)}`)
    count(counts, isRoom ? counted : instead(others, counted))
  }

  /** Whether a sender has told of more that day than is told apart. */
  const isTooMuchOf = (sender: string, refused: Refused, day: string): boolean => {
    if (senders.day !== day || senders.keys.size >= mostSenders) senders = { day, keys: new Map() }
    const told = senders.keys.get(sender) ?? new Set()
    senders.keys.set(sender, told)
    if (told.has(keyOf(refused))) return false
    if (told.size >= capacityOfSender) return true
    told.add(keyOf(refused))
    return false
  }

  /** A real script may be among those that are not told apart, so that a person hears of it for as long as it lasts. */
  const sayFull = (stored: readonly Counted[]): void => {
    const now = clock.now()
    const isFull = stored.some(({ document, isScript }) => isScript && document === otherDocument)
    if (!isFull || (saidFullAt !== undefined && now.getTime() - saidFullAt.getTime() < saidFullEvery)) return
    saidFullAt = now
    log.error(
      { alarm: true, document: otherDocument },
      'more scripts outside of the inventory are reported than are told apart',
    )
  }

  /** Answers what is new that day and of a script, and all that was stored. */
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
          log.error({ alarm: true, document, directive, blockedHost }, 'a script outside of the inventory')
        }
        sayFull(stored)
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

/** Scripts and all else stay apart there, too. */
function instead(place: typeof others | typeof oneSender, counted: Counted): Counted {
  return { ...counted, ...place, directive: counted.isScript ? 'script-src' : place.directive }
}
