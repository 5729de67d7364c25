import type { Translations } from '../../language/translations.ts'
import type { Json, View } from '../driver/column-types.ts'

/** What a form asks about its buyer before payment. An address includes the country. */
export type AsksFor = 'nothing' | 'country' | 'address'

/** The kinds of answers that a payment page can ask for. */
export type FieldKind = 'text' | 'long_text' | 'choice' | 'choices' | 'checkbox' | 'number' | 'date' | 'phone'

/** A question of a payment page. */
export type FormField = {
  /** The permanent name of the question, even if its label changes. */
  readonly slug: string
  readonly kind: FieldKind
  readonly label: string
  readonly hint: string
  readonly isRequired: boolean
  /** Of a choice, otherwise empty. */
  readonly options: string[]
  /** The prices for which the question is asked, or null for all. */
  readonly priceIds: string[] | null
  /** The texts `label`, `hint` and `options` (one per line) in further languages. */
  readonly texts: Translations
}

/** The kinds of blocks on a payment page. `proof` is what others say, typed by the seller. */
export type BlockKind = 'inside' | 'faq' | 'text' | 'picture' | 'person' | 'logos' | 'proof'

/** A line, a question, a logo or a testimonial of a block. */
export type BlockItem = {
  readonly title: string
  readonly text: string
  readonly image: string | null
  readonly texts: Translations
}

/** A block of a payment page. Each kind uses some of the fields; the others are empty. */
export type FormBlock = {
  /** Chosen by the client, so that two people's changes can be merged. */
  readonly id: string
  readonly kind: BlockKind
  readonly title: string
  /** Markdown, as in descriptions. */
  readonly text: string
  readonly image: string | null
  readonly items: BlockItem[]
  /** The texts `title` and `text` in further languages. */
  readonly texts: Translations
}

/** A buyer's answer on the payment page, with the question's words. */
export type PurchaseAnswersTable = {
  purchaseId: string
  position: number
  sellerId: string
  slug: string
  kind: FieldKind
  label: string
  /** The question's label before translation, or null if it is the same. */
  sellerLabel: string | null
  answer: Json<Answer>
}

export type PurchaseAnswersView = View<
  PurchaseAnswersTable,
  'purchaseId' | 'position' | 'sellerId' | 'slug' | 'kind' | 'label' | 'sellerLabel' | 'answer'
>

/** A text, a number, a tick, or several options. */
export type Answer = string | number | true | string[]
