import type { Checked, Finding } from './finding.ts'

/** A tax that is chosen and not charged. */
export function taxFindings({ values: { taxId }, known: { taxes } }: Checked): Finding[] {
  if (taxes === undefined || (taxId ?? '') === '') return []
  const tax = taxes.find(({ id }) => id === taxId)
  if (tax?.active === true) return []
  const text =
    tax === undefined
      ? 'The tax no longer exists, so none is charged.'
      : `The tax “${tax.title}” is not active, so it is not charged.`
  return [{ field: 'taxId', text, weight: 'problem', mend: { label: 'Remove it', changes: { taxId: null } } }]
}
