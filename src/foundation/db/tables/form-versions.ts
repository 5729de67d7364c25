import type { Defaulted, DefaultedJson, Json, View } from '../driver/column-types.ts'

/** What buyers saw of a form, once per content. Forms count their versions from 1. */
export type FormVersionsTable = {
  formId: string
  number: number
  /** `VersionContent` of selling/forms: amounts in major units. */
  content: Json<unknown>
  contentHash: Buffer
  /** `VersionChange[]` of selling/forms: the differences from the version it followed. */
  changes: DefaultedJson<unknown>
  /** Of the amounts in `changes`. */
  currency: Defaulted<string>
  /** When a save last came back to it, or null if never. */
  resumedAt: Date | null
  /** Null once the user was erased, or if no one saved it. */
  madeBy: string | null
  madeAt: Date
}

export type FormVersionsView = View<FormVersionsTable, 'formId' | 'number' | 'content' | 'madeAt'>
