import type { Translations } from '../../language/translations.ts'
import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'

/** Why no tax is charged: the buyer accounts for it, the country is not taxed, or its rate is zero. */
export type TaxTreatment = 'reverse_charge' | 'outside' | 'exempt'

/** A sale's tax, as recorded in its lines. */
export type LineTax = {
  readonly taxTitle: string | null
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
  readonly taxTreatment: TaxTreatment | null
  readonly taxCountry: string | null
}

export type TaxesTable = {
  id: string
  sellerId: string
  title: string
  /** Exact decimal text. */
  percentage: string
  inclusive: Defaulted<boolean>
  active: Defaulted<boolean>
  /** The tax's title in other languages. */
  texts: DefaultedJson<Translations>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

export type TaxesView = View<
  TaxesTable,
  'id' | 'sellerId' | 'title' | 'percentage' | 'inclusive' | 'active' | 'deletedAt' | 'texts'
>

/** A form's tax: a single rate, that of the buyer's country, or the provider's, added to or included in the prices. */
export type TaxMode = 'one_rate' | 'by_country' | 'provider' | 'provider_included'

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

/** The response of the EU's register. `unavailable` says nothing about the number. */
export type VatStatus = 'verified' | 'unverified' | 'unavailable'

/** The register's responses from the last day, so that each number is looked up only once. */
export type VatChecksTable = {
  /** The seller's own VAT number, which is sent with each question to the register. */
  requester: string
  number: string
  status: VatStatus
  name: string | null
  requestId: string | null
  checkedAt: Date
}

/** The VAT number that a buyer gave for an order, with the register's last response. Stored as long as the order. */
export type VatNumbersTable = {
  id: string
  purchaseId: string
  /** The prefix of the number, which is EL for Greece. */
  country: string
  number: string
  requester: string
  status: VatStatus
  /** The name under which the company is registered. */
  name: string | null
  /** The register's consultation number, which proves that the number was checked. */
  requestId: string | null
  checkedAt: Date
  /**
   * When the number was confirmed after the tax had been paid, so the tax on the order and its renewals is refunded.
   */
  returnsTax: Defaulted<boolean>
  /** When the register will be asked again, or null if never. */
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
}

export type VatNumbersView = View<
  VatNumbersTable,
  'purchaseId' | 'country' | 'number' | 'status' | 'name' | 'requestId' | 'checkedAt' | 'returnsTax'
>
