import { setImmediate } from 'node:timers/promises'

/**
 * Questions that come in the same turn of the event loop are asked together, for one answer to them all. Asking begins once
 * the last of them has come: what an earlier one found is never a later one's answer.
 */
export function askTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  let gathering: { readonly questions: Question[]; readonly answer: Promise<Answer> } | undefined

  async function askAtEndOfTurn(questions: readonly Question[]): Promise<Answer> {
    await setImmediate()
    gathering = undefined
    return ask(questions)
  }

  return (question) => {
    if (gathering === undefined) {
      const questions: Question[] = []
      gathering = { questions, answer: askAtEndOfTurn(questions) }
    }
    gathering.questions.push(question)
    return gathering.answer
  }
}
