import { setImmediate } from 'node:timers/promises'

/**
 * Combines questions from the same turn of the event loop, up to a limit of different ones. The batch is sent after its
 * last question, so that a later question never gets an earlier answer. A failure affects only the callers in that
 * batch.
 */
export function askTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<Answer>,
  most: number,
): (question: Question) => Promise<Answer> {
  let gathering: { readonly questions: Set<Question>; readonly answer: Promise<Answer> } | undefined

  async function askAtEndOfTurn(questions: ReadonlySet<Question>): Promise<Answer> {
    await setImmediate()
    if (gathering?.questions === questions) gathering = undefined
    return ask([...questions])
  }

  return (question) => {
    if (gathering === undefined || gathering.questions.size === most) {
      const questions = new Set<Question>()
      gathering = { questions, answer: askAtEndOfTurn(questions) }
    }
    gathering.questions.add(question)
    return gathering.answer
  }
}
