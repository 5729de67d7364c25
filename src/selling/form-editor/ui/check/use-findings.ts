import { useCheckedCoupons } from './use-checked-coupons.ts'
import { useLoadedItems } from '../editor/loaded-items.ts'
import { useSoldValues } from '../editor/use-sold-values.ts'
import { useNow, useTypedValues } from '../editor/use-typed-values.ts'
import type { Finding } from './finding.ts'
import { findingsOf } from './findings.ts'

/** What should be looked at in the form that is being edited, as it is typed; a new one has no id yet. */
export function useFindings(formId: string | null): Finding[] {
  const values = useSoldValues(useTypedValues())
  const known = useLoadedItems(values.taxId)
  const coupons = useCheckedCoupons(formId, values)
  return findingsOf({ values, known, coupons, now: useNow() })
}
