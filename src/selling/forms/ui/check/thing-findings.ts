import type { FormValues } from '../form-values.ts'
import { currencyProblem, idsOf } from '../references.ts'
import type { Checked, Finding } from './findings.ts'

/** Bumps, offers and a tax that are chosen but cannot be sold with this form. */
export function thingFindings({ values, known }: Checked): Finding[] {
  const { currency } = values
  const bumpFindings = (field: 'bumps' | 'otoSequenceList', role: string) => {
    const ids = idsOf(values[field])
    return ids.flatMap((id) => {
      const mend = { label: 'Remove it', changes: { [field]: ids.filter((other) => other !== id) } }
      const problem = problemOf(known.bumps, id, currency, role)
      return problem === null ? [] : [{ field, text: problem, weight: 'problem' as const, mend }]
    })
  }
  return [
    ...bumpFindings('bumps', 'order bump'),
    ...offerFinding(values, known.offers, currency),
    ...bumpFindings('otoSequenceList', 'bump in the offer sequence'),
    ...taxFinding(values, known.taxes),
  ]
}

type Known = {
  readonly id: string
  readonly title: string
  readonly currency: string
  readonly isActive?: boolean
}

function offerFinding(
  { oneTimeOffer }: FormValues,
  offers: readonly Known[] | undefined,
  currency: string,
): Finding[] {
  const [chosen = ''] = idsOf([oneTimeOffer ?? ''])
  const problem = chosen === '' ? null : problemOf(offers, chosen, currency, 'one-time offer')
  const mend = { label: 'Remove it', changes: { oneTimeOffer: null } }
  return problem === null ? [] : [{ field: 'oneTimeOffer', text: problem, weight: 'problem', mend }]
}

/** Nothing is said of what is not known yet. */
function problemOf(
  things: readonly Known[] | undefined,
  id: string,
  currency: string,
  role: string,
): string | null {
  if (things === undefined) return null
  const thing = things.find((one) => one.id === id)
  if (thing === undefined) return `One ${role} no longer exists.`
  if (thing.isActive === false) return `The ${role} “${thing.title}” is not active, so nobody sees it.`
  const problem = currencyProblem(thing.currency, currency)
  return problem === null ? null : `The ${role} “${thing.title}” cannot be used. ${problem}.`
}

function taxFinding({ taxId }: FormValues, taxes: Checked['known']['taxes']): Finding[] {
  if (taxes === undefined || (taxId ?? '') === '') return []
  const tax = taxes.find(({ id }) => id === taxId)
  if (tax?.active === true) return []
  const text =
    tax === undefined
      ? 'The tax no longer exists, so none is charged.'
      : `The tax “${tax.title}” is not active, so it is not charged.`
  return [{ field: 'taxId', text, weight: 'problem', mend: { label: 'Remove it', changes: { taxId: null } } }]
}
