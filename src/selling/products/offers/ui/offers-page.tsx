import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ProductCard } from '#selling/products/bumps/ui/product-card.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { CardGrid, CardGridSkeleton } from '#web/kit/card-grid.tsx'
import { DeleteWithForms } from '#web/kit/delete-with-forms.tsx'
import { ListPage } from '#web/kit/list-page.tsx'
import { useListSearch } from '#web/kit/list-search.ts'
import { offersContract, type Offer } from '../contract.ts'
import { offerMessages } from '../messages.ts'
import { offerListQuery, offersKey } from './queries.ts'

export function OffersPage() {
  const search = useListSearch()
  const mayCall = useMayCall()
  const query = useQuery(offerListQuery(search))
  const [deleting, setDeleting] = useState<Offer | null>(null)
  return (
    <ListPage
      title="One Time Offers"
      lead="Shown once, right after the payment. Buyers take them with one click."
      noun="offer"
      nouns="offers"
      createPath="/one-time-offers/create"
      mayCreate={mayCall(offersContract.createOffer)}
      search={search}
      query={query}
      empty={{
        icon: <Gift aria-hidden className="size-8" />,
        title: 'Create your first one-time offer',
        text: 'Somebody has just paid and is happy about it: the best moment to offer the next step.',
      }}
      skeleton={<CardGridSkeleton label="Loading offers" />}
    >
      {(offers, isStale) => (
        <>
          <CardGrid isStale={isStale}>
            {offers.map((offer) => (
              <ProductCard
                key={offer.id}
                product={offer}
                editPath={`/one-time-offers/edit/${offer.id}`}
                mayUpdate={mayCall(offersContract.updateOffer)}
                mayDelete={mayCall(offersContract.deleteOffer)}
                onDelete={() => setDeleting(offer)}
                badge={offer.isActive ? <Badge tone="success">Active</Badge> : <Badge>Not active</Badge>}
              >
                <Tags tags={offer.tags} />
              </ProductCard>
            ))}
          </CardGrid>
          <DeleteWithForms
            item={deleting}
            queryKey={offersKey}
            readUse={(id) => call(offersContract.getOffer, { params: { id } })}
            remove={(id) => call(offersContract.deleteOffer, { params: { id } })}
            failure={offerMessages.deleteFailed}
            onClose={() => setDeleting(null)}
          />
        </>
      )}
    </ListPage>
  )
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-full rounded-2xl bg-sunken wrap-anywhere px-2.5 py-0.5 text-sm text-muted"
        >
          {tag}
        </li>
      ))}
    </ul>
  )
}
