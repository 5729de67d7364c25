import { sql } from 'kysely'
import { storedParts } from '#selling/form-parts/stored-parts.ts'

export const storedOffers = storedParts(
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
  ],
  [
    sql`title`,
    sql`description`,
    sql`array_to_string(array(select jsonb_array_elements_text(coalesce(tags, '[]'))), ' ')`,
  ],
)
