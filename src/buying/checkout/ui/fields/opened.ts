import type { Asked } from './asked.ts'
import type { QuestionsProps } from './questions.tsx'

/** A form's questions on its page. */
export type OpenedQuestions = {
  /** Shows the questions of the page as it is now. */
  readonly show: (data: QuestionsProps['data']) => void
  /**
   * Whether everything typed is valid; problems are shown at their fields. Before its script has loaded, everything
   * counts as valid. A wallet may still provide the details.
   */
  readonly check: (asked: Asked, isBeforeWallet?: boolean) => boolean
  /** Fills in the details that a wallet knows, where the buyer has left them empty. */
  readonly fill: (details: Readonly<Record<string, string>>) => void
  /** Shows the server's problems, at the names of their inputs. */
  readonly refuse: (fields: Readonly<Record<string, string>>) => void
  /** Focuses the first question with a problem. */
  readonly focus: () => void
  readonly close: () => void
}

export type OpenQuestions = (place: HTMLElement) => OpenedQuestions

export type AliveQuestions = Omit<OpenedQuestions, 'close'>
