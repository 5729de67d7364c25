import { types } from 'pg'
import { camelCase } from './camel-case.ts'
import type { Column } from './named-query.ts'
import { type ReadColumn, readRowOf } from './read-row.ts'

type Read = (text: string) => unknown

const asText: Read = (value) => value

const asSafeInteger = (value: string) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The database holds an integer beyond 2^53: ${value}`)
  return number
}

/** The number of the type bigint[] in PostgreSQL's catalogue, which the driver would leave as strings. */
const int8Array = 1016

/** Of the text `{1,NULL,3}`. */
const asSafeIntegers = (value: string) => {
  const items = value === '{}' ? [] : value.slice(1, -1).split(',')
  return items.map((item) => (item === 'NULL' ? null : asSafeInteger(item)))
}

const { DATE, INT8, JSON, JSONB, NUMERIC, TEXT, TIMESTAMP, TIMESTAMPTZ, UUID } = types.builtins

/** A time as a session in UTC is told it, such as `2026-03-29 02:30:00.123456+00`. */
const timeInUtc = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/

/** For times in UTC in half the time that the driver takes for any. */
const asTime = (text: string) =>
  timeInUtc.test(text)
    ? new Date(
        Date.UTC(
          digits(text, 0, 4),
          digits(text, 5, 7) - 1,
          digits(text, 8, 10),
          digits(text, 11, 13),
          digits(text, 14, 16),
          digits(text, 17, 19),
          digits(text, 20, 23),
        ),
      )
    : driversRead(TIMESTAMPTZ)(text)

/** The number that these places make; what is no digit, since the fraction is shorter, counts as nought. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    number = number * 10 + (digit >= 0 && digit <= 9 && at < text.length - 3 ? digit : 0)
  }
  return number
}

const parsers = new Map<number, Read>([
  [INT8, asSafeInteger],
  [int8Array, asSafeIntegers],
  [DATE, asText],
  [TIMESTAMP, asText],
  [TIMESTAMPTZ, asTime],
])

/** What makes values of a column's texts. */
function readOf(type: number): Read {
  return parsers.get(type) ?? driversRead(type)
}

function driversRead(type: number): Read {
  const read: unknown = Reflect.apply(types.getTypeParser, types, [type])
  if (!isRead(read)) throw new TypeError(`The driver does not read the type ${type}`)
  return read
}

function isRead(read: unknown): read is Read {
  return typeof read === 'function'
}

export function getTypeParser(...[id, format]: Parameters<typeof types.getTypeParser>): unknown {
  return parsers.get(id) ?? types.getTypeParser(id, format)
}

/** Types whose text is their value. */
const texts: ReadonlySet<number> = new Set([TEXT, UUID, NUMERIC, DATE, TIMESTAMP])
const jsons: ReadonlySet<number> = new Set([JSON, JSONB])

function storedColumn({ name, dataTypeID: type }: Column): ReadColumn {
  return { name, read: texts.has(type) ? undefined : readOf(type) }
}

function codedColumn(column: Column): ReadColumn {
  const { name, dataTypeID: type } = column
  const { read } = storedColumn(column)
  const readJson = (text: string) => camelCase.ofColumn(name, readOf(type)(text))
  return { name: camelCase.nameOf(name), read: jsons.has(type) ? readJson : read }
}

/** How rows are made: with the names that the database has for their columns, or with those that code has. */
export const rowsAs = {
  stored: (columns: readonly Column[]) => readRowOf(columns.map(storedColumn)),
  coded: (columns: readonly Column[]) => readRowOf(columns.map(codedColumn)),
  toCoded: (row: Readonly<Record<string, unknown>>) => camelCase.mapRow(row),
}
