import type { z } from 'zod'

export type Change = [table: string, id: string, record: unknown]

/** Receives a table's changes. The store saves or undoes them. */
export type ChangeLog = {
  readonly record: (change: Change, undo: () => void) => void
}

type Identified = {
  readonly id: string
}

/**
 * Records of one kind by id, in the order of their creation. Records must be replaced with `put`, never changed in
 * place.
 */
export type Table<T extends Identified> = {
  readonly name: string
  readonly get: (id: string) => T | undefined
  readonly put: (record: T) => T
  readonly delete: (id: string) => void
  /** Oldest first. */
  readonly all: () => IterableIterator<T>
  readonly newestFirst: () => T[]
  readonly size: () => number
  /** Loads and checks a journaled record. Null removes it. */
  readonly restore: (id: string, record: unknown) => void
  readonly clear: () => void
}

export function createTable<T extends Identified>(
  name: string,
  schema: z.ZodType<T>,
  log: ChangeLog,
): Table<T> {
  const records = new Map<string, T>()
  const revert = (id: string, before: T | undefined) => {
    if (before === undefined) records.delete(id)
    else records.set(id, before)
  }
  return {
    name,
    get: (id) => records.get(id),
    put(record) {
      const before = records.get(record.id)
      records.set(record.id, record)
      log.record([name, record.id, record], () => revert(record.id, before))
      return record
    },
    delete(id) {
      const before = records.get(id)
      if (before === undefined) return
      records.delete(id)
      log.record([name, id, null], () => revert(id, before))
    },
    all: () => records.values(),
    newestFirst: () => [...records.values()].toReversed(),
    size: () => records.size,
    restore(id, record) {
      if (record === null) records.delete(id)
      else records.set(id, schema.parse(record))
    },
    clear: () => records.clear(),
  }
}
