import type { ColumnType, SelectType } from 'kysely'

export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** A JSON column, which is written as text and read as a value. */
export type Json<T> = ColumnType<T, string, string>

export type DefaultedJson<T> = ColumnType<T, string | undefined, string>

export type CreatedAt = ColumnType<Date, Date | undefined, never>

/** A view's columns of a table, read-only. */
export type View<Row, Name extends keyof Row> = {
  [Column in Name]: ColumnType<SelectType<Row[Column]>, never, never>
}
