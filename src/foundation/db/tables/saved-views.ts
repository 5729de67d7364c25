import type { Json } from '../driver/column-types.ts'

/** A search and a filter of a list under a name. */
export type SavedViewsTable = {
  id: string
  sellerId: string
  /** The member who made the view. Null once they have left, after which only a shared view remains. */
  madeBy: string | null
  list: 'sales' | 'customers'
  name: string
  /** The filter, as in the list's URL. */
  filter: Json<Record<string, string>>
  isShared: boolean
}
