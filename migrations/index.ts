import type { Migration } from 'kysely/migration'
import { baseline } from './baseline/index.ts'

/** In the order of their names. The first has the name of the last of those that it replaces. */
export const migrations: Record<string, Migration> = {
  '0149-key-generations': baseline,
}
