import { choiceProblem } from './choice-problem.ts'
import type { Checked, Finding } from './finding.ts'
import { idsOf } from '../editor/references.ts'

/** A one-time offer that is chosen and cannot be sold with this form. */
export function offerFindings({ values, known }: Checked): Finding[] {
  const [chosen = ''] = idsOf([values.oneTimeOffer ?? ''])
  const problem =
    chosen === '' ? null : choiceProblem(known.offers, chosen, values.currency, 'one-time offer')
  const mend = { label: 'Remove it', changes: { oneTimeOffer: null } }
  return problem === null ? [] : [{ field: 'oneTimeOffer', text: problem, weight: 'problem', mend }]
}
