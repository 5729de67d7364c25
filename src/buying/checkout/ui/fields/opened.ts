import type { QuestionsProps } from './questions.tsx'

/** A form's questions on its page. */
export type OpenedQuestions = {
  /** Shows the questions of the page as it is now. */
  readonly show: (data: QuestionsProps['data']) => void
  /** Whether the answers are good; problems are shown at their questions. Before its script has loaded, all are. */
  readonly check: (answers: Readonly<Record<string, readonly string[]>>) => boolean
  /** Shows the server's problems, at `answers.` and their slugs. */
  readonly refuse: (fields: Readonly<Record<string, string>>) => void
  /** Focuses the first question with a problem. */
  readonly focus: () => void
  readonly close: () => void
}

export type OpenQuestions = (place: HTMLElement) => OpenedQuestions

export type AliveQuestions = Omit<OpenedQuestions, 'close'>
