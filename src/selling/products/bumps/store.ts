import { sql } from 'kysely'
import { catalogTable } from '#selling/catalog/catalog-table.ts'

export const storedBumps = catalogTable(
  'bumps',
  ['id', 'title', 'image', 'description', 'amount', 'currency', 'files'],
  [sql`title`, sql`description`],
)
