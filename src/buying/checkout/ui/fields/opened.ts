import type { PaymentPageData } from '../../page/page-data.ts'
import type { Asked } from './asked.ts'
import type { QuestionsProps } from './questions.tsx'

/** A form's questions on its page, once opened. */
export type OpenedQuestions = {
  /** Shows the questions for the current state of the page. */
  readonly show: (data: QuestionsProps['data']) => void
  /**
   * Whether all answers are valid. Problems are shown next to their fields. Until the script has loaded,
   * everything counts as valid. A wallet may still provide the details.
   */
  readonly check: (asked: Asked, isBeforeWallet?: boolean) => boolean
  /** Fills in details from a wallet that the buyer has left empty. */
  readonly fill: (details: Readonly<Record<string, string>>) => void
  /** Shows problems found by the server next to their inputs. */
  readonly refuse: (fields: Readonly<Record<string, string>>) => void
  /** Focuses the first question that has a problem. */
  readonly focus: () => void
  readonly close: () => void
}

/** Shows the page with the tax for the buyer's details, now and whenever the page is renewed. */
export type ShowTax = (taxed: (page: PaymentPageData) => PaymentPageData) => void

export type OpenQuestions = (place: HTMLElement, onTax: ShowTax) => OpenedQuestions

export type AliveQuestions = Omit<OpenedQuestions, 'close'>
