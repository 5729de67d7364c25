import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '../driver/column-types.ts'

/** A seller's sales, refunds and page views over a span of time. Amounts are in minor units of `currency`. */
export type SalesSums = {
  /** The sales by form and price. */
  readonly sales: readonly {
    readonly id: string
    /** The price. Missing for the form's original price. */
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
   * The sales from the sources with the most orders. An entry without a name has all others. Missing if an earlier
   * release stored the sums.
   */
  readonly sources?: readonly {
    readonly source?: string
    readonly currency: string
    readonly orders: number
    readonly gross: number
    readonly refunds: number
  }[]
  /** The payment page views by form. */
  readonly views: readonly { readonly id: string; readonly views: number }[]
  readonly bumps: readonly Taken[]
  readonly offers: readonly Taken[]
  /** How many subscriptions started and ended. */
  readonly started: number
  readonly ended: number
}

/** A bump or one-time offer: how many buyers could accept it, and how many did. */
type Taken = { readonly id: string; readonly offered: number; readonly taken: number }

/** A rollup: the sums of a past day or month of a seller. */
export type SalesSumsTable = {
  sellerId: string
  begins: Date
  ends: Date
  sums: Json<SalesSums>
  /**
   * The sums without forms: `sales` only by currency, and `views` as one entry with an empty id. Computed by
   * the database.
   */
  totals: GeneratedAlways<SalesSums>
  /** The key of the rollup's rows in `formSums`. Set by the database. */
  id: GeneratedAlways<number>
  /** The best-selling forms of the rollup. Set by the database. */
  leaders: GeneratedAlways<LeadingForms>
  /** When the sums were last compared with the rows. */
  comparedAt: Defaulted<Date>
}

/** Forms by number of orders, most first. `areAll` means that no other form had sales or views. */
export type LeadingForms = {
  readonly ids: readonly string[]
  readonly orders: readonly number[]
  readonly areAll: boolean
}

/**
 * The part of a rollup for one form. The database creates these rows. Those of a deleted rollup
 * (`droppedSums`) are orphaned and removed.
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

/** The last change to a seller's older sales. Set by the database. */
export type SalesChangesTable = { sellerId: string; mark: string }
