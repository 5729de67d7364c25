import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { CardGrid, CardGridSkeleton } from '#web/kit/card-grid.tsx'
import { DeleteWithForms } from '#web/kit/delete-with-forms.tsx'
import { ListPage } from '#web/kit/list-page.tsx'
import { useListSearch } from '#web/kit/list-search.ts'
import { bumpsContract, type Bump } from '../contract.ts'
import { bumpMessages } from '../messages.ts'
import { ProductCard } from './product-card.tsx'
import { bumpListQuery, bumpsKey } from './queries.ts'

export function BumpsPage() {
  const search = useListSearch()
  const mayCall = useMayCall()
  const query = useQuery(bumpListQuery(search))
  const [deleting, setDeleting] = useState<Bump | null>(null)
  return (
    <ListPage
      title="Bumps"
      lead="Small extras that buyers can add before they pay. One bump can be used on many forms."
      noun="bump"
      nouns="bumps"
      createPath="/bumps/create"
      mayCreate={mayCall(bumpsContract.createBump)}
      search={search}
      query={query}
      empty={{
        icon: <PackagePlus aria-hidden className="size-8" />,
        title: 'Create your first bump',
        text: 'A workbook, a longer warranty, a second copy: what goes well with what you sell, added with one click.',
      }}
      skeleton={<CardGridSkeleton label="Loading bumps" />}
    >
      {(bumps, isStale) => (
        <>
          <CardGrid isStale={isStale}>
            {bumps.map((bump) => (
              <ProductCard
                key={bump.id}
                product={bump}
                editPath={`/bumps/edit/${bump.id}`}
                mayUpdate={mayCall(bumpsContract.updateBump)}
                mayDelete={mayCall(bumpsContract.deleteBump)}
                onDelete={() => setDeleting(bump)}
              />
            ))}
          </CardGrid>
          <DeleteWithForms
            item={deleting}
            queryKey={bumpsKey}
            readUse={(id) => call(bumpsContract.getBump, { params: { id } })}
            remove={(id) => call(bumpsContract.deleteBump, { params: { id } })}
            failure={bumpMessages.deleteFailed}
            onClose={() => setDeleting(null)}
          />
        </>
      )}
    </ListPage>
  )
}
