import { useQuery } from '@tanstack/react-query'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { taxStatusQuery } from './queries.ts'

/** How the tax settings of the seller's Stripe account stand; silent while they are complete or not known. */
export function TaxStatus() {
  const { data } = useQuery(taxStatusQuery)
  if (data === undefined || data.status === 'active') return null
  const missing = data.missing.map((name) => name.replaceAll(/[_.]/g, ' '))
  return (
    <div className="mb-6">
      <Notice tone="warning">
        The tax settings of your Stripe account are incomplete
        {missing.length === 0 ? '.' : `: it still asks for ${missing.join(', ')}.`} The taxes below are
        charged anyway, but your tax reports at Stripe need these settings.
      </Notice>
    </div>
  )
}
