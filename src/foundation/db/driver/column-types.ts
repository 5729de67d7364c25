import type { ColumnType } from 'kysely'

export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** Written as JSON text, read as the value. */
export type Json<T> = ColumnType<T, string, string>

export type DefaultedJson<T> = ColumnType<T, string | undefined, string>

export type CreatedAt = ColumnType<Date, Date | undefined, never>
