import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { buttonClass } from '#web/kit/layout/button.tsx'
import type { Form } from '#selling/forms/contract.ts'
import { useCheckedCoupons } from './check/use-checked-coupons.ts'
import { CheckPanel } from './check/check-panel.tsx'
import { findingsOf } from './check/findings.ts'
import { valuesOf } from './editor/form-values.ts'
import { itemsOfForm } from './editor/loaded-items.ts'
import { useSoldValues } from './editor/use-sold-values.ts'
import { useNow } from './editor/use-typed-values.ts'

/** The check of a stored form; each finding leads to its field in the editor. */
export function FormCheck({ form }: { readonly form: Form }) {
  const values = useSoldValues(valuesOf(form))
  const coupons = useCheckedCoupons(form.id, values)
  const known = itemsOfForm(form, useQuery(shopQuery).data)
  const findings = findingsOf({ values, known, coupons, now: useNow() })
  return (
    <CheckPanel
      findings={findings}
      renderAction={({ field, page }) => (
        <Link to={page?.path ?? `/forms/edit/${form.id}#${field}`} className={buttonClass('secondary')}>
          {page?.label ?? 'Go to field'}
        </Link>
      )}
    />
  )
}
