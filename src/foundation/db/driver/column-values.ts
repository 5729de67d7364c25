import { types } from 'pg'

type Read = (text: string) => unknown

const asText: Read = (value) => value

const asSafeInteger = (value: string) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The database holds an integer beyond 2^53: ${value}`)
  return number
}

/** The type number of bigint[] in PostgreSQL's catalog. By default, the driver returns such values as strings. */
const int8Array = 1016

/** Parses the text `{1,NULL,3}`. */
const asSafeIntegers = (value: string) => {
  const items = value === '{}' ? [] : value.slice(1, -1).split(',')
  return items.map((item) => (item === 'NULL' ? null : asSafeInteger(item)))
}

const { DATE, INT8, TIMESTAMP } = types.builtins

const parsers = new Map<number, Read>([
  [INT8, asSafeInteger],
  [int8Array, asSafeIntegers],
  [DATE, asText],
  [TIMESTAMP, asText],
])

/** Parses the text of a column: numbers exactly or with an error, and dates without a time zone as they are stored. */
export function readOf(type: number): Read {
  const read: unknown = parsers.get(type) ?? Reflect.apply(types.getTypeParser, types, [type])
  if (!isRead(read)) throw new TypeError(`The driver does not read the type ${type}`)
  return read
}

function isRead(read: unknown): read is Read {
  return typeof read === 'function'
}
