import type { CardProblem } from './card-validity.ts'

/** How a card field cleans, formats and validates its input. */
export type FieldRules = {
  /** The field's value, without spaces or slashes. */
  readonly read: (text: string) => string
  readonly format: (value: string, isDeleting: boolean) => string
  readonly problem: (value: string) => CardProblem | undefined
  /** Whether the field is complete, so that the focus moves to the next one. */
  readonly isFull: (value: string) => boolean
  /** The caret's position in the formatted text, given the typed text before it. */
  readonly caret: (text: string, before: string) => number
}

export type CardField = {
  readonly input: HTMLInputElement
  readonly value: () => string
  readonly problem: () => CardProblem | undefined
  /** The field's current problem. Incomplete input is not a problem while the field has the focus. */
  readonly shownProblem: () => CardProblem | undefined
  /** The field's problem until the buyer edits it. An incomplete or empty field is a problem too. */
  readonly insist: () => void
  readonly isVisible: () => boolean
  readonly clear: () => void
}

type FieldMoves = {
  readonly onEdit: () => void
  readonly onFull: () => void
  readonly onBackspaceWhenEmpty: () => void
}

export function createCardField(input: HTMLInputElement, rules: FieldRules, moves: FieldMoves): CardField {
  let isInsisting = false
  const value = (): string => rules.read(input.value)
  const problem = (): CardProblem | undefined => rules.problem(value())

  input.addEventListener('input', (event) => {
    isInsisting = false
    const kind = event instanceof InputEvent ? event.inputType : ''
    showFormatted(input, rules, kind.startsWith('delete'))
    const isTypedAtEnd = kind.startsWith('insert') && input.selectionStart === input.value.length
    moves.onEdit()
    if (isTypedAtEnd && rules.isFull(value()) && problem() === undefined) moves.onFull()
  })
  input.addEventListener('blur', () => {
    if (input.value !== '') isInsisting = true
    moves.onEdit()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Backspace' && input.value === '') {
      event.preventDefault()
      moves.onBackspaceWhenEmpty()
    }
  })

  return {
    input,
    value,
    problem,
    shownProblem() {
      const found = problem()
      const isUnfinished = found?.startsWith('incomplete') === true
      return isUnfinished && !isInsisting ? undefined : found
    },
    insist() {
      isInsisting = true
    },
    isVisible: () => !input.hidden,
    clear() {
      input.value = ''
      isInsisting = false
    },
  }
}

function showFormatted(input: HTMLInputElement, rules: FieldRules, isDeleting: boolean): void {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length)
  const text = rules.format(rules.read(input.value), isDeleting)
  if (text === input.value) return
  input.value = text
  if (document.activeElement === input) {
    const caret = rules.caret(text, before)
    input.setSelectionRange(caret, caret)
  }
}
