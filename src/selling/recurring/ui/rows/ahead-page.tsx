import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { aheadKinds } from '#payments/subscriptions/ahead/ahead-kinds.ts'
import { aheadQuery } from '../queries.ts'
import { aheadName } from '../recurring-words.ts'
import { RowsPage } from './row-list.tsx'
import { useSought } from './use-sought.ts'

/** Lists the payments and ends of the next weeks, one by one. */
export function AheadPage() {
  const { narrowed, currency, page, parameters } = useSought()
  const kind = aheadKinds.find((one) => one === parameters.get('kind'))
  const sought = { ...narrowed, currency, kind }
  const query = useQuery(aheadQuery({ ...sought, page }))
  return (
    <RowsPage
      title={kind === undefined ? t('Due in the next 13 weeks') : t('Due: {kind}', { kind: aheadName(kind) })}
      lead={t('What follows from what is agreed in {currency}, soonest first, with tax.', {
        currency: currency.toUpperCase(),
      })}
      amount={t('Total')}
      query={query}
      exported={{ ...sought, list: 'ahead' }}
      describe={(row) => ({
        ...row,
        key: `${row.saleId} ${row.at} ${row.kind}`,
        what: aheadName(row.kind),
        amount: row.kind === 'end' ? null : row.total,
      })}
    />
  )
}
