import type { FormValues } from './form-values.ts'

type Lists = Pick<FormValues, 'timers' | 'bumps' | 'otoSequenceList' | 'files'>
type SomeLists = { readonly [Name in keyof Lists]?: Lists[Name] | undefined }

/** Whether a list is among what was changed. */
export function hasLists({ timers, bumps, otoSequenceList, files }: SomeLists): boolean {
  return [timers, bumps, otoSequenceList, files].some((list) => list !== undefined)
}

/** Those of the lists that were changed here, on top of what has become of them elsewhere since they were opened. */
export function mergedLists(began: Lists, typed: SomeLists, current: Lists): Partial<Lists> {
  const { timers, bumps, otoSequenceList, files } = typed
  const idOf = (part: Lists['bumps'][number]) => (typeof part === 'string' ? part : part.id)
  return {
    ...(timers && { timers: mergedTimers(began.timers, timers, current.timers) }),
    ...(bumps && { bumps: mergedList([began.bumps, bumps, current.bumps], idOf) }),
    ...(otoSequenceList && {
      otoSequenceList: mergedList([began.otoSequenceList, otoSequenceList, current.otoSequenceList], idOf),
    }),
    ...(files && { files: mergedList([began.files, files, current.files], ({ url }) => url) }),
  }
}

/** A list of timers that was changed here, on top of what has become of it elsewhere since. */
export function mergedTimers(
  began: Lists['timers'],
  typed: Lists['timers'],
  current: Lists['timers'],
): Lists['timers'] {
  return mergedList([began, typed, current], timerKey)
}

/** A timer changes its price, and stays the same one. */
function timerKey({ title, timestamp, priceId = null }: Lists['timers'][number]): string {
  return JSON.stringify([title, timestamp, priceId])
}

/**
 * A list as it was typed, in its order, without what others have taken out of it since; what they put in comes last. Of one
 * entry that both have changed, what was typed counts.
 */
function mergedList<Entry>(
  [began, typed, current]: readonly [readonly Entry[], readonly Entry[], readonly Entry[]],
  nameOf: (entry: Entry) => string,
): Entry[] {
  const byKey = (list: readonly Entry[]) => new Map(list.map((entry) => [nameOf(entry), entry]))
  const [before, mine, theirs] = [byKey(began), byKey(typed), byKey(current)]
  const kept = typed.flatMap((entry) => {
    const key = nameOf(entry)
    const present = theirs.get(key)
    if (present === undefined) return before.has(key) ? [] : [entry]
    return [textOf(before.get(key)) === textOf(entry) ? present : entry]
  })
  return [...kept, ...current.filter((entry) => !before.has(nameOf(entry)) && !mine.has(nameOf(entry)))]
}

/** What an entry says, in whatever order it says it; what is left out is as if it were nothing. */
function textOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  const said = Object.entries(entry).filter(([, value]) => value !== null && value !== undefined)
  return JSON.stringify(said.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
