import type { Json } from '../driver/column-types.ts'

/** A search and a filter of a list under a name. */
export type SavedViewsTable = {
  id: string
  sellerId: string
  /** Null once its creator has left, which only a shared view survives. */
  madeBy: string | null
  list: 'sales' | 'customers'
  name: string
  /** As in the list's URL. */
  filter: Json<Record<string, string>>
  isShared: boolean
}
