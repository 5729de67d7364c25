import type { Defaulted, DefaultedJson, Json, View } from '../driver/column-types.ts'

/** What buyers saw of a form, stored once for the same content. Each form counts its versions from 1. */
export type FormVersionsTable = {
  formId: string
  number: number
  /** The `VersionContent` of selling/forms. Amounts are in major units. */
  content: Json<unknown>
  contentHash: Buffer
  /** The `VersionChange[]` of selling/forms: the differences from the version before. */
  changes: DefaultedJson<unknown>
  /** The currency of the amounts in `changes`. */
  currency: Defaulted<string>
  /** When the form was last saved with this earlier content again, or null if never. */
  resumedAt: Date | null
  /** The user who saved it. Null if they were erased or no one saved it. */
  madeBy: string | null
  madeAt: Date
}

export type FormVersionsView = View<FormVersionsTable, 'formId' | 'number' | 'content' | 'madeAt'>
