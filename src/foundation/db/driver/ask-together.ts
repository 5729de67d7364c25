import { setImmediate } from 'node:timers/promises'

/**
 * Questions that come in the same turn of the event loop are asked together, at most so many different ones at a time, for
 * one answer to them all. Asking begins once the last of them has come: what an earlier one found is never a later one's
 * answer. Where asking fails, only those who asked with it are told.
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
