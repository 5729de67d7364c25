import { useKnownThings } from '../known-things.ts'
import { useSoldValues } from '../use-sold-values.ts'
import { useNow, useTypedValues } from '../use-typed-values.ts'
import type { Finding } from './finding.ts'
import { findingsOf } from './findings.ts'

/** What should be looked at in the form that is being edited, as it is typed. */
export function useFindings(): Finding[] {
  const values = useSoldValues(useTypedValues())
  const known = useKnownThings(values.taxId)
  return findingsOf({ values, known, now: useNow() })
}
