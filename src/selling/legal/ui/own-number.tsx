import { useQuery } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { taxNumbersContract } from '#payments/tax-numbers/contract.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { When } from '#web/kit/layout/when.tsx'

/** What the EU's register says about the shop's saved VAT number. */
export function OwnNumber() {
  const { data } = useQuery({
    // Saving the shop's details renews everything about the seller.
    queryKey: ['seller', 'vat-number'],
    queryFn: ({ signal }) => call(taxNumbersContract.readOwnNumber, { signal }),
  })
  if (data === undefined || data.status === null || data.checkedAt === null) return null
  const { status, name, checkedAt } = data
  const day = <When at={checkedAt} />
  if (status === 'verified') {
    return (
      <span className="text-success">
        {name === null
          ? rich('Confirmed by the EU’s register on {day}.', { day })
          : rich('Confirmed by the EU’s register on {day}, for {name}.', { day, name: <Own>{name}</Own> })}
      </span>
    )
  }
  return status === 'unverified'
    ? rich(
        'The EU’s register did not know this number on {day}. Check it: without a registered number, it may confirm none of your buyers’ numbers.',
        { day },
      )
    : t('The EU’s register has not responded yet. You can open this page again later.')
}
