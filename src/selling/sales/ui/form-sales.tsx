import { useQuery } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { countedDays, salesByFormContract } from '../by-form/contract.ts'

const { countSalesByForm } = salesByFormContract

/** How often a form was sold lately; of all forms it is asked at once, whichever page of the list one turns to. */
export function FormSales({ formId }: { readonly formId: string }) {
  const maySee = useMayCall()(countSalesByForm)
  const { data } = useQuery({
    queryKey: ['sales', 'by-form'],
    queryFn: ({ signal }) => call(countSalesByForm, { signal }),
    enabled: maySee,
  })
  if (!maySee || data?.forms === null) return null
  const orders = data?.forms.find((form) => form.formId === formId)?.orders ?? 0
  // The line is there before its number, so that nothing moves under the pointer.
  return (
    <p className="min-h-5 text-sm text-muted tabular-nums">
      {data !== undefined && `${soldText(orders)} in the last ${countedDays} days`}
    </p>
  )
}

function soldText(orders: number): string {
  if (orders === 0) return 'No sales'
  return orders === 1 ? '1 sale' : `${orders.toLocaleString('en')} sales`
}
