import { PackagePlus } from 'lucide-react'
import { cutText } from '#foundation/text/cut-text.ts'
import { t } from '#foundation/language/t.ts'
import { ItemsPage } from '#selling/catalog/ui/items-page.tsx'
import { itemSalesContract } from '#selling/products/item-sales/contract.ts'
import { ItemNumbers } from '#selling/products/ui/item-numbers.tsx'
import { ProductCard } from '#selling/products/ui/product-card.tsx'
import { CardGrid, CardGridSkeleton } from '#web/kit/list/card-grid.tsx'
import { bumpItem } from './bump-item.ts'

export function BumpsPage() {
  return (
    <ItemsPage
      item={bumpItem}
      title={t('Bumps')}
      lead={t('Small extras buyers can add at checkout. Use a bump on as many forms as you like.')}
      texts={{
        create: t('Create bump'),
        search: t('Search bumps'),
        showAll: t('Show all bumps'),
        notFound: t('No bump found'),
        noneYet: t('No bump yet'),
      }}
      empty={{
        icon: <PackagePlus aria-hidden className="size-8" />,
        title: t('Create your first bump'),
        text: t('A workbook, a longer warranty, a second copy. Buyers add it with one click.'),
      }}
      skeleton={<CardGridSkeleton label={t('Loading bumps')} />}
    >
      {(bumps, isStale) => (
        <CardGrid isStale={isStale}>
          {bumps.map(({ row, actions }) => (
            <ProductCard key={row.id} product={row} name={cutText(row.title, 25)} {...actions}>
              <ItemNumbers
                route={itemSalesContract.countBumpSales}
                item={row}
                among={bumps.map((bump) => bump.row)}
              />
            </ProductCard>
          ))}
        </CardGrid>
      )}
    </ItemsPage>
  )
}
