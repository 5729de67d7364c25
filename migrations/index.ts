import type { Migration } from 'kysely/migration'

/** Every migration by its name, in the order of the names. They only move forward. */
export const migrations: Record<string, Migration> = {}
