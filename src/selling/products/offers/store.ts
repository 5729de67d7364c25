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
  (pattern) => sql`title ilike ${pattern} or description ilike ${pattern}
    or exists (select from jsonb_array_elements_text(tags) as tag where tag ilike ${pattern})`,
)
