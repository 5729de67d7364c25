import { useQuery } from '@tanstack/react-query'
import { Landmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Badge } from '#web/kit/badge.tsx'
import { IconButton, iconButtonClass } from '#web/kit/button.tsx'
import { DeleteWithForms } from '#web/kit/delete-with-forms.tsx'
import { ListPage } from '#web/kit/list-page.tsx'
import { useListSearch } from '#web/kit/list-search.ts'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { taxesContract, type Tax } from '../contract.ts'
import { taxMessages } from '../messages.ts'
import { taxesKey, taxListQuery } from './queries.ts'
import { TaxStatus } from './tax-status.tsx'

export function TaxesPage() {
  const mayCall = useMayCall()
  const search = useListSearch()
  const query = useQuery(taxListQuery(search))
  const [deleting, setDeleting] = useState<Tax | null>(null)
  return (
    <ListPage
      title="Taxes"
      lead="Rates that your forms add to their prices or include in them."
      noun="tax"
      nouns="taxes"
      createPath="/taxes/create"
      mayCreate={mayCall(taxesContract.createTax)}
      search={search}
      query={query}
      note={<TaxStatus />}
      empty={{
        icon: <Landmark aria-hidden className="size-8" />,
        title: 'Create your first tax',
        text: 'Name a rate once and choose it on every form that needs it. Buyers see it before they pay.',
      }}
      skeleton={<Skeleton label="Loading taxes" blocks={['h-22', 'h-22', 'h-22']} />}
    >
      {(taxes, isStale) => (
        <>
          <ul aria-busy={isStale} className={`grid gap-3 transition-opacity ${isStale ? 'opacity-60' : ''}`}>
            {taxes.map((tax) => (
              <TaxRow key={tax.id} tax={tax} onDelete={() => setDeleting(tax)} />
            ))}
          </ul>
          <DeleteWithForms
            item={deleting}
            queryKey={taxesKey}
            readUse={(id) => call(taxesContract.getTax, { params: { id } })}
            remove={(id) => call(taxesContract.deleteTax, { params: { id } })}
            deletedText={() => taxMessages.deleted}
            failure={taxMessages.deleteFailed}
            onClose={() => setDeleting(null)}
          />
        </>
      )}
    </ListPage>
  )
}

function TaxRow({ tax, onDelete }: { readonly tax: Tax; readonly onDelete: () => void }) {
  const editPath = `/taxes/edit/${tax.id}`
  const mayCall = useMayCall()
  return (
    <li className="panel relative flex animate-rise items-center gap-4 py-4 pr-3 pl-5 transition hover:shadow-float sm:gap-6">
      <p className="w-18 shrink-0 text-lg sm:w-24 sm:text-xl font-semibold text-brand tabular-nums">
        {tax.percentage}%
      </p>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg leading-snug font-semibold break-words">
          <Link to={editPath} className="rounded after:absolute after:inset-0 hover:text-brand">
            {tax.title}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {tax.inclusive ? 'Included in the price' : 'Added to the price'}
          {!tax.active && <Badge>Not active</Badge>}
        </p>
      </div>
      <div className="relative flex">
        {mayCall(taxesContract.updateTax) && (
          <Link to={editPath} aria-label="Edit" title="Edit" className={iconButtonClass}>
            <Pencil aria-hidden className="size-5" />
          </Link>
        )}
        {mayCall(taxesContract.deleteTax) && (
          <IconButton label="Delete" className="hover:bg-danger-soft! hover:text-danger!" onClick={onDelete}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
    </li>
  )
}
