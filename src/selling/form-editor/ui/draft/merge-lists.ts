import { t } from '#foundation/language/t.ts'
import { isSame } from '#foundation/values/is-same.ts'
import type { FormValues } from '../editor/form-values.ts'

type Lists = Pick<
  FormValues,
  'timers' | 'bumps' | 'bumpRules' | 'otoSequenceList' | 'files' | 'fields' | 'blocks'
>
type SomeLists = { readonly [Name in keyof Lists]?: Lists[Name] | undefined }
type Timer = Lists['timers'][number]

export type MergedLists = {
  readonly lists: Partial<Lists>
  /** Moves errors in the merged lists to the entries in the editor. */
  readonly atOwnFields: (errors: Errors) => Errors
}

/** Whether any list was changed. */
export function hasLists({
  timers,
  bumps,
  bumpRules,
  otoSequenceList,
  files,
  fields,
  blocks,
}: SomeLists): boolean {
  return [timers, bumps, bumpRules, otoSequenceList, files, fields, blocks].some((list) => list !== undefined)
}

/** The lists changed here, merged with others' later changes. */
export function mergedLists(began: Lists, typed: SomeLists, current: Lists): MergedLists {
  const idOf = (part: Lists['bumps'][number]) => (typeof part === 'string' ? part : part.id)
  const ofIds = (name: 'bumps' | 'otoSequenceList') =>
    typed[name] && mergedList([began[name], typed[name], current[name]], { names: [idOf], join: asTyped })
  const timers = typed.timers && mergedTimers(began.timers, typed.timers, current.timers)
  const [bumps, otoSequenceList] = [ofIds('bumps'), ofIds('otoSequenceList')]
  const bumpRules =
    typed.bumpRules &&
    mergedList([began.bumpRules, typed.bumpRules, current.bumpRules], {
      names: [({ id }) => id],
      join: (_, typedRule) => typedRule,
    })
  const files =
    typed.files &&
    mergedList([began.files, typed.files, current.files], { names: [({ url }) => url], join: asTyped })
  const fields =
    typed.fields &&
    mergedList([began.fields ?? [], typed.fields, current.fields ?? []], {
      names: [({ slug }) => slug],
      join: asTyped,
    })
  const blocks =
    typed.blocks &&
    mergedList([began.blocks ?? [], typed.blocks, current.blocks ?? []], {
      names: [({ id }) => id],
      join: joined,
    })
  return {
    lists: {
      ...(timers && { timers: timers.entries }),
      ...(bumps && { bumps: bumps.entries }),
      ...(bumpRules && { bumpRules: bumpRules.entries }),
      ...(otoSequenceList && { otoSequenceList: otoSequenceList.entries }),
      ...(files && { files: files.entries }),
      ...(fields && { fields: fields.entries }),
      ...(blocks && { blocks: blocks.entries }),
    },
    atOwnFields: (errors) =>
      placesOf({ timers, bumps, bumpRules, otoSequenceList, files, fields, blocks }, errors),
  }
}

/** If an entry was changed on both sides, the typed one wins. An entry removed elsewhere stays removed. */
function asTyped<Entry>(_: Entry, typed: Entry, current: Entry | undefined): Entry | undefined {
  return current === undefined ? undefined : typed
}

/**
 * Timers changed here, merged with others' later changes. Timers have no ids, so a timer counts as the same if only its
 * price, time or title has changed.
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
    join: joined,
  })
}

/** Others' later entry with the fields changed here. An entry that was removed elsewhere but changed here stays. */
function joined<Entry extends object>(before: Entry, mine: Entry, theirs: Entry | undefined): Entry {
  return theirs === undefined ? mine : { ...theirs, ...changesOf(before, mine) }
}

function changesOf<Entry extends object>(before: Entry, after: Entry): Partial<Entry>
function changesOf(before: object, after: object): object {
  const unchanged = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value ?? null, unchanged.get(name) ?? null)),
  )
}

type Errors = Readonly<Record<string, string>>

/** A merged list, with each entry's place in the typed list, or null if it was added elsewhere. */
type Merged<Entry> = {
  readonly entries: Entry[]
  readonly places: readonly (number | null)[]
}

type Merging<Entry> = {
  /** Ways to identify an entry, most reliable first. Later ones are tried on entries that earlier ones do not match. */
  readonly names: readonly ((entry: Entry) => string)[]
  /** Merges an entry changed here. `current` is undefined if others have removed it. */
  readonly join: (before: Entry, typed: Entry, current: Entry | undefined) => Entry | undefined
}

/**
 * The list as edited here, in its own order, without entries that others have removed since. Entries that others have
 * added come last.
 */
function mergedList<Entry>(
  [began, typed, current]: readonly [readonly Entry[], readonly Entry[], readonly Entry[]],
  { names, join }: Merging<Entry>,
): Merged<Entry> {
  const [beganOf, currentOf] = [pairs(typed, began, names), pairs(began, current, names)]
  const kept = typed.flatMap((entry, place) => {
    const before = beganOf.get(entry)
    if (before === undefined) return [{ entry, place }]
    const present = currentOf.get(before)
    const merged = textOf(before) === textOf(entry) ? present : join(before, entry, present)
    return merged === undefined ? [] : [{ entry: merged, place }]
  })
  const known = new Set(currentOf.values())
  const added = current.filter(
    (entry) => !known.has(entry) && !kept.some((one) => isNamedAlike(one.entry, entry, names)),
  )
  return {
    entries: [...kept.map(({ entry }) => entry), ...added],
    places: [...kept.map(({ place }) => place), ...added.map(() => null)],
  }
}

/** Errors in merged lists, such as `timers.2.amount`, moved to where the entries were typed. */
function placesOf(lists: Readonly<Record<string, Merged<unknown> | undefined>>, errors: Errors): Errors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const [, name = '', number, rest = ''] = /^(\w+)\.(\d+)(.*)$/.exec(path) ?? []
      const list = lists[name]
      if (list === undefined || number === undefined) return [path, message]
      const place = list.places[Number(number)] ?? null
      if (place === null)
        return [name, t('{name}: {message}', { name: titleOf(list.entries[Number(number)]), message })]
      return [`${name}.${place}${rest}`, message]
    }),
  )
}

function titleOf(entry: unknown): string {
  const hasTitle = typeof entry === 'object' && entry !== null && 'title' in entry
  return hasTitle && typeof entry.title === 'string' ? `“${entry.title}”` : t('One that was added elsewhere')
}

/** Matches each entry of one list with at most one of another. */
function pairs<Entry>(
  ones: readonly Entry[],
  others: readonly Entry[],
  names: Merging<Entry>['names'],
): ReadonlyMap<Entry, Entry> {
  const found = new Map<Entry, Entry>()
  const left = new Set(others)
  for (const nameOf of names) {
    for (const one of ones) {
      const other = found.has(one) ? undefined : [...left].find((entry) => nameOf(entry) === nameOf(one))
      if (other === undefined) continue
      found.set(one, other)
      left.delete(other)
    }
  }
  return found
}

function isNamedAlike<Entry>(one: Entry, other: Entry, [surest]: Merging<Entry>['names']): boolean {
  return surest !== undefined && surest(one) === surest(other)
}

/** An entry as text, independent of key order. Missing values count as null. */
function textOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  const said = Object.entries(entry).filter(([, value]) => value !== null && value !== undefined)
  return JSON.stringify(said.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
