import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { goneReasons } from '#foundation/db/tables/recurring.ts'
import { soughtKinds, type Moved, type SoughtKind } from '../../contract.ts'
import { movementsQuery } from '../queries.ts'
import { monthName, movedName } from '../recurring-words.ts'
import { RowsPage } from './row-list.tsx'
import { useSought } from './use-sought.ts'

/** Lists the changes of a month's MRR, of one kind. */
export function ChangesPage() {
  const { narrowed, currency, month, page, parameters } = useSought()
  const kind = soughtKinds.find((one) => one === parameters.get('kind'))
  const because = goneReasons.find((one) => one === parameters.get('because'))
  const sought = { ...narrowed, currency, month, kind, because }
  const query = useQuery(movementsQuery({ ...sought, page }))
  return (
    <RowsPage
      title={t('{name}, {month}', { name: nameOf(kind, because), month: monthName(month) })}
      lead={t('Each change of the MRR in {currency}, newest first, before tax.', {
        currency: currency.toUpperCase(),
      })}
      amount={t('MRR')}
      query={query}
      exported={{ ...sought, list: 'movements' }}
      describe={(row) => ({ ...row, key: row.id, title: row.formTitle, what: movedName(row) })}
    />
  )
}

function nameOf(kind: SoughtKind | undefined, because: Moved['because'] | undefined): string {
  if (kind === undefined) return t('All changes')
  if (kind === 'started') return t('Started')
  return kind === 'gone' && because === undefined ? t('Ended') : movedName({ kind, because: because ?? null })
}
