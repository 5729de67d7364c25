import { types } from 'pg'
import { camelCase } from './camel-case.ts'
import { readOf } from './column-values.ts'

/** A column as the server describes it, with its type number. */
export type Column = { readonly name: string; readonly dataTypeID: number }

export type Row = Record<string, unknown>

/** Makes a row from the text values that the server sends. */
export type ReadRow = (texts: readonly (string | null)[]) => Row

const jsons: ReadonlySet<number> = new Set([types.builtins.JSON, types.builtins.JSONB])

/** Makes rows with the names used in code, including those in JSON that the query built. */
export function readerOf(columns: readonly Column[]): ReadRow {
  const readers = columns.map(({ name, dataTypeID: type }) => {
    const read = readOf(type)
    const readJson = (text: string) => camelCase.ofColumn(name, read(text))
    return { name: camelCase.nameOf(name), read: jsons.has(type) ? readJson : read }
  })
  return (texts) => {
    const row: Row = {}
    for (let at = 0; at < readers.length; at += 1) {
      const [reader, text] = [readers[at], texts[at] ?? null]
      if (reader !== undefined) row[reader.name] = text === null ? null : reader.read(text)
    }
    return row
  }
}
