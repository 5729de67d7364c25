import type { Answer } from '#foundation/db/tables/form-content.ts'
import { t } from '#foundation/language/t.ts'

/** An answer as one line of text. */
export function answerText(answer: Answer): string {
  if (answer === true) return t('Yes')
  return typeof answer === 'object' ? answer.join(', ') : String(answer)
}
