import type { FormValues } from '../editor/form-values.ts'
import { mergedList, placesOf, type Errors, type Merged } from './merged-list.ts'

type Lists = Pick<FormValues, 'timers' | 'bumps' | 'otoSequenceList' | 'files'>
type SomeLists = { readonly [Name in keyof Lists]?: Lists[Name] | undefined }
type Timer = Lists['timers'][number]

export type MergedLists = {
  readonly lists: Partial<Lists>
  /** What is refused of them, at the places that the editor has for them. */
  readonly atOwnFields: (errors: Errors) => Errors
}

/** Whether a list is among what was changed. */
export function hasLists({ timers, bumps, otoSequenceList, files }: SomeLists): boolean {
  return [timers, bumps, otoSequenceList, files].some((list) => list !== undefined)
}

/** Those of the lists that were changed here, on top of what has become of them elsewhere since they were opened. */
export function mergedLists(began: Lists, typed: SomeLists, current: Lists): MergedLists {
  const idOf = (part: Lists['bumps'][number]) => (typeof part === 'string' ? part : part.id)
  const ofIds = (name: 'bumps' | 'otoSequenceList') =>
    typed[name] && mergedList([began[name], typed[name], current[name]], { names: [idOf], join: asTyped })
  const timers = typed.timers && mergedTimers(began.timers, typed.timers, current.timers)
  const [bumps, otoSequenceList] = [ofIds('bumps'), ofIds('otoSequenceList')]
  const files =
    typed.files &&
    mergedList([began.files, typed.files, current.files], { names: [({ url }) => url], join: asTyped })
  return {
    lists: {
      ...(timers && { timers: timers.entries }),
      ...(bumps && { bumps: bumps.entries }),
      ...(otoSequenceList && { otoSequenceList: otoSequenceList.entries }),
      ...(files && { files: files.entries }),
    },
    atOwnFields: (errors) => placesOf({ timers, bumps, otoSequenceList, files }, errors),
  }
}

/** Of one entry that both have changed, what was typed counts, and what others have taken out is out. */
function asTyped<Entry>(_: Entry, typed: Entry, current: Entry | undefined): Entry | undefined {
  return current === undefined ? undefined : typed
}

/**
 * A list of timers that was changed here, on top of what has become of it elsewhere since. A timer has no id: it stays the
 * same one where it changes its price, where it is moved, and where it is given another title.
 */
function mergedTimers(
  began: Lists['timers'],
  typed: Lists['timers'],
  current: Lists['timers'],
): Merged<Timer> {
  return mergedList([began, typed, current], {
    names: [
      ({ title, timestamp, priceId = null }) => JSON.stringify([title, timestamp, priceId]),
      ({ title, priceId = null }) => JSON.stringify([title, priceId]),
      ({ timestamp, priceId = null }) => JSON.stringify([timestamp, priceId]),
    ],
    // What was taken out elsewhere and changed here is not lost in silence.
    join: (before, mine, theirs) => (theirs === undefined ? mine : { ...theirs, ...changesOf(before, mine) }),
  })
}

function changesOf(before: Timer, after: Timer): Partial<Timer> {
  const unchanged = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (value ?? null) !== (unchanged.get(name) ?? null)),
  )
}
