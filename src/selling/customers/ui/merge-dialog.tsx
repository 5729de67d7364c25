import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { customersContract, type CustomerDetail, type OtherCustomer } from '../contract.ts'
import { customerChoicesQuery } from './queries.ts'
import { nameOf } from './value-text.ts'

type Props = { readonly customer: CustomerDetail; readonly onClose: () => void }

/** Takes another customer for the same person: likely ones are proposed, any other is searched for. */
export function MergeDialog({ customer, onClose }: Props) {
  const [q, setQ] = useState('')
  const [marked, setMarked] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { data } = useQuery(customerChoicesQuery(q))
  const found: readonly OtherCustomer[] = q === '' ? customer.twins : (data?.data ?? [])
  const choices = found.filter(({ id }) => id !== customer.id)
  // Nobody is merged who is not in sight.
  const chosen = choices.find(({ id }) => id === marked)?.id ?? null
  const { mutate, isPending } = useMerge(customer, onClose)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Merge with another"
      description={`Their purchases, tags and notes are shown with ${nameOf(customer)}. Emails go where they went before. You can undo it for 30 days.`}
    >
      <form
        noValidate
        aria-label="Merge with another"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setIsMissing(chosen === null)
          if (chosen !== null) mutate(chosen)
        }}
      >
        <div className="[&>search]:max-w-none">
          <SearchBox
            label="Search name or email"
            value={q}
            found={data?.data.length}
            onSearch={(text) => setQ(text.trim())}
          />
        </div>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium">{q === '' ? 'Likely the same person' : 'Found'}</legend>
          {choices.length === 0 && (
            <p className="text-muted">{q === '' ? 'Nobody looks alike. Search above.' : 'Nobody found'}</p>
          )}
          {choices.map((choice) => (
            <label
              key={choice.id}
              htmlFor={`other-${choice.id}`}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line px-4 py-2 has-checked:border-brand has-checked:bg-brand-soft"
            >
              <input
                type="radio"
                id={`other-${choice.id}`}
                aria-label={`${nameOf(choice)}, ${choice.email}`}
                name="other"
                value={choice.id}
                checked={chosen === choice.id}
                onChange={() => setMarked(choice.id)}
                className="size-4 shrink-0 accent-current"
              />
              <span className="min-w-0">
                <span className="block wrap-anywhere">{nameOf(choice)}</span>
                <span translate="no" className="block text-sm wrap-anywhere text-muted">
                  {choice.email}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        {isMissing && chosen === null && (
          <p role="alert" className="text-sm font-medium text-danger">
            Choose a customer
          </p>
        )}
        <DialogActions label="Merge" isBusy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function useMerge({ id }: CustomerDetail, onClose: () => void) {
  const queryClient = useQueryClient()
  return useWrite({
    mutationFn: (other: string) =>
      call(customersContract.mergeCustomer, { params: { id }, body: { customer: other } }),
    onSuccess: async () => {
      toast.success('The two are one customer now')
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['customers'] })
    },
    onError: (error) => toast.error(errorMessage(error, 'The server did not respond. Try again.')),
  })
}
