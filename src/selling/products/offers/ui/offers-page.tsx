import { Gift } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { ItemsPage } from '#selling/catalog/ui/items-page.tsx'
import { itemSalesContract } from '#selling/products/item-sales/contract.ts'
import { ItemNumbers } from '#selling/products/ui/item-numbers.tsx'
import { ProductCard } from '#selling/products/ui/product-card.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { CardGrid, CardGridSkeleton } from '#web/kit/list/card-grid.tsx'
import { offerItem } from './offer-item.ts'

export function OffersPage() {
  return (
    <ItemsPage
      item={offerItem}
      title={t('One Time Offers')}
      lead={t('One-click offers shown once, right after payment.')}
      texts={{
        create: t('Create offer'),
        search: t('Search offers'),
        showAll: t('Show all offers'),
        notFound: t('No offer found'),
        noneYet: t('No offer yet'),
      }}
      empty={{
        icon: <Gift aria-hidden className="size-8" />,
        title: t('Create your first one-time offer'),
        text: t('Right after a purchase is the best time to offer more.'),
      }}
      skeleton={<CardGridSkeleton label={t('Loading offers')} />}
    >
      {(offers, isStale) => (
        <CardGrid isStale={isStale}>
          {offers.map(({ row, actions }) => (
            <ProductCard
              key={row.id}
              product={row}
              name={row.title}
              {...actions}
              badge={
                row.isActive ? <Badge tone="success">{t('Active')}</Badge> : <Badge>{t('Inactive')}</Badge>
              }
            >
              <Tags tags={row.tags} />
              <ItemNumbers
                route={itemSalesContract.countOfferSales}
                item={row}
                among={offers.map((offer) => offer.row)}
              />
            </ProductCard>
          ))}
        </CardGrid>
      )}
    </ItemsPage>
  )
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('Tags')} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-full rounded-2xl bg-tag wrap-anywhere px-2.5 py-0.5 text-sm text-muted"
        >
          {tag}
        </li>
      ))}
    </ul>
  )
}
