import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { countedQuery } from '../queries.ts'
import { monthName } from '../recurring-words.ts'
import { RowsPage } from './row-list.tsx'
import { useSought } from './use-sought.ts'

/** Lists the subscriptions in the MRR at the end of a month, or now. */
export function CountedPage() {
  const { narrowed, currency, month, page } = useSought()
  const sought = { ...narrowed, currency, month }
  const query = useQuery(countedQuery({ ...sought, page }))
  return (
    <RowsPage
      title={t('Subscriptions, {month}', { month: monthName(month) })}
      lead={t(
        'The subscriptions in the MRR in {currency} at the end of the month, or now. Newest first, before tax.',
        {
          currency: currency.toUpperCase(),
        },
      )}
      amount={t('MRR')}
      query={query}
      exported={{ ...sought, list: 'counted' }}
      describe={(row) => ({
        ...row,
        key: row.saleId,
        at: row.startedAt,
        title: row.formTitle,
        what: t('Started'),
      })}
    />
  )
}
