import { Link } from 'react-router'
import { buttonClass } from '#web/kit/button.tsx'
import type { Form } from '../contract.ts'
import { CheckPanel } from './check/check-panel.tsx'
import { findingsOf } from './check/findings.ts'
import { valuesOf } from './form-values.ts'
import { knownByForm } from './known-things.ts'
import { useSoldValues } from './use-sold-values.ts'
import { useNow } from './use-typed-values.ts'

/** The check of a stored form; each finding leads to its field in the editor. */
export function FormCheck({ form }: { readonly form: Form }) {
  const findings = findingsOf({
    values: useSoldValues(valuesOf(form)),
    known: knownByForm(form),
    now: useNow(),
  })
  return (
    <CheckPanel
      findings={findings}
      renderAction={({ field }) => (
        <Link to={`/forms/edit/${form.id}#${field}`} className={buttonClass('secondary')}>
          Go to field
        </Link>
      )}
    />
  )
}
