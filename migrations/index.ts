import type { Migration } from 'kysely/migration'
import { start } from './0001-start.ts'

/** Every migration by name, in order; they only move forward. */
export const migrations: Record<string, Migration> = {
  '0001-start': start,
}
