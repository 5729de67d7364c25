import { choiceProblem } from './choice-problem.ts'
import type { Checked, Finding } from './finding.ts'
import { idsOf } from '../editor/references.ts'

const roles = { bumps: 'order bump', otoSequenceList: 'bump in the offer sequence' } as const

/** Bumps that are chosen there and cannot be sold with this form. */
export function bumpFindings({ values, known }: Checked, field: keyof typeof roles): Finding[] {
  const ids = idsOf(values[field])
  return ids.flatMap((id) => {
    const mend = { label: 'Remove it', changes: { [field]: ids.filter((other) => other !== id) } }
    const problem = choiceProblem(known.bumps, id, values.currency, roles[field])
    return problem === null ? [] : [{ field, text: problem, weight: 'problem' as const, mend }]
  })
}
