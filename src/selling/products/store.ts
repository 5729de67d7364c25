import { sql } from 'kysely'
import { catalogTable } from '#selling/catalog/catalog-table.ts'

export const storedOffers = catalogTable(
  'offers',
  [
    'id',
    'title',
    'image',
    'description',
    'amount',
    'currency',
    'files',
    'acceptButtonText',
    'declineButtonText',
    'isActive',
    'tags',
    'texts',
  ],
  [
    sql`title`,
    sql`description`,
    sql`array_to_string(array(select jsonb_array_elements_text(coalesce(tags, '[]'))), ' ')`,
  ],
)

export const storedBumps = catalogTable(
  'bumps',
  ['id', 'title', 'image', 'description', 'amount', 'currency', 'files', 'texts'],
  [sql`title`, sql`description`],
)
