import type { Translations } from '../../language/translations.ts'
import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'

/** Why no tax is charged: the buyer accounts for it, the country is not taxed, or its rate is zero. */
export type TaxTreatment = 'reverse_charge' | 'outside' | 'exempt'

export type TaxesTable = {
  id: string
  sellerId: string
  title: string
  /** Exact decimal text. */
  percentage: string
  inclusive: Defaulted<boolean>
  active: Defaulted<boolean>
  /** The title in further languages. */
  texts: DefaultedJson<Translations>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

export type TaxesView = View<
  TaxesTable,
  'id' | 'sellerId' | 'title' | 'percentage' | 'inclusive' | 'active' | 'deletedAt' | 'texts'
>

/** A form's tax: one rate, or that of the buyer's country. */
export type TaxMode = 'one_rate' | 'by_country'

/** A shop's tax on sales to a country. */
export type TaxRegionsTable = {
  sellerId: string
  /** ISO 3166-1. */
  country: string
  title: string
  /** Exact decimal text. */
  percentage: string
  inclusive: boolean
}

export type TaxRegionsView = View<
  TaxRegionsTable,
  'sellerId' | 'country' | 'title' | 'percentage' | 'inclusive'
>
