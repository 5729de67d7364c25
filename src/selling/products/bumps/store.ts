import { sql } from 'kysely'
import { storedParts } from '#selling/form-parts/stored-parts.ts'

export const storedBumps = storedParts(
  'bumps',
  ['id', 'title', 'image', 'description', 'amount', 'currency', 'files'],
  [sql`title`, sql`description`],
)
