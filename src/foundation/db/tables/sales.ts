import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '../driver/column-types.ts'

/** A seller's sales and refunds in a span of time, and page views. Amounts are minor units of `currency`. */
export type SalesSums = {
  /** Sales by form and price. */
  readonly sales: readonly {
    readonly id: string
    /** Omitted for the form's original price. */
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
  /**
   * What came from the sources with the most orders; without a name: from the others. Absent if a process of an earlier
   * release stored the sums.
   */
  readonly sources?: readonly {
    readonly source?: string
    readonly currency: string
    readonly orders: number
    readonly gross: number
    readonly refunds: number
  }[]
  /** Payment page views by form. */
  readonly views: readonly { readonly id: string; readonly views: number }[]
  readonly bumps: readonly Taken[]
  readonly offers: readonly Taken[]
  /** Recurring prices started and ended. */
  readonly started: number
  readonly ended: number
}

/** A bump or a one-time offer: how many buyers could take it, and how many did. */
type Taken = { readonly id: string; readonly offered: number; readonly taken: number }

/** A rollup: the sums of a seller's past day or month. */
export type SalesSumsTable = {
  sellerId: string
  begins: Date
  ends: Date
  sums: Json<SalesSums>
  /** The sums without forms: `sales` by currency alone and `views` as one, with an empty id. Set by the database. */
  totals: GeneratedAlways<SalesSums>
  /** The key of its rows in `formSums`. Set by the database. */
  id: GeneratedAlways<number>
  /** Its best-selling forms. Set by the database. */
  leaders: GeneratedAlways<LeadingForms>
  /** When they were last compared with the rows. */
  comparedAt: Defaulted<Date>
}

/** Forms by number of orders, most first. `areAll`: no other had sales or views. */
export type LeadingForms = {
  readonly ids: readonly string[]
  readonly orders: readonly number[]
  readonly areAll: boolean
}

/**
 * A rollup's part for one form. The database creates these rows; those of a dropped rollup (`droppedSums`) are orphaned
 * and removed.
 */
export type FormSumsTable = {
  sumId: number
  formId: string
  orders: number
  views: number
  byPrice: Json<Pick<SalesSums['sales'][number], 'price' | 'currency' | 'gross' | 'orders'>[]>
}
/** A rollup of a single form. */
export type SumsOfFormsTable = {
  sellerId: string
  formId: string
  begins: Date
  ends: Date
  sums: Json<SalesSums>
}

export type DroppedSumsTable = { id: number }

/** The last change to a seller's older sales; set by the database. */
export type SalesChangesTable = { sellerId: string; mark: string }
