import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '../driver/column-types.ts'

/** What a seller sold and gave back in a span of time, and what was looked at. Amounts are minor units of `currency`. */
export type SalesSums = {
  /** What was paid, by form and by the price that it names. */
  readonly sales: readonly {
    readonly id: string
    /** Left out: none, which is the one that the form was made with. */
    readonly price?: string
    readonly currency: string
    readonly gross: number
    readonly tax: number
    readonly orders: number
    readonly offers: number
    readonly renewals: number
  }[]
  readonly refunds: readonly {
    readonly currency: string
    readonly refunds: number
    readonly refundedTax: number
  }[]
  /** How often payment pages were viewed, by form. */
  readonly views: readonly { readonly id: string; readonly views: number }[]
  readonly bumps: readonly Taken[]
  readonly offers: readonly Taken[]
  /** Recurring prices that began and ended. */
  readonly started: number
  readonly ended: number
}

/** A bump or a one-time offer: how many buyers could take it, and how many did. */
type Taken = { readonly id: string; readonly offered: number; readonly taken: number }

/** A rollup: what a seller's day or month came to, once it is over. */
export type SalesSumsTable = {
  sellerId: string
  begins: Date
  ends: Date
  sums: Json<SalesSums>
  /** What they come to without a form: `sales` by currency alone and `views` as one, with an empty id. The database makes it. */
  totals: GeneratedAlways<SalesSums>
  /** Under which its rows of `formSums` stand. The database gives it. */
  id: GeneratedAlways<number>
  /** The forms that sold most of it. The database makes it. */
  leaders: GeneratedAlways<LeadingForms>
  /** When they were last compared with the rows. */
  comparedAt: Defaulted<Date>
}

/** Forms, the one with the most orders first, and how many each had. `areAll`: no other was sold or viewed. */
export type LeadingForms = {
  readonly ids: readonly string[]
  readonly orders: readonly number[]
  readonly areAll: boolean
}

/**
 * What a rollup has of one form. The database makes these rows of each sum; those of one that is dropped (`droppedSums`)
 * belong to nothing, and are removed.
 */
export type FormSumsTable = {
  sumId: number
  formId: string
  orders: number
  views: number
  byPrice: Json<Pick<SalesSums['sales'][number], 'price' | 'currency' | 'gross' | 'orders'>[]>
}
export type DroppedSumsTable = { id: number }

/** The mark of the last change to what a seller sold longer ago; the database sets it. */
export type SalesChangesTable = { sellerId: string; mark: string }
