import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { defaultCurrency } from '../contract.ts'
import type { ProductValues } from './product-fields.tsx'

/** A product as it is typed, with something to see where nothing is typed yet. */
export type ShownProduct = {
  readonly title: string
  readonly description: string
  readonly image: string | null
  readonly price: string
}

type Props = { readonly Shown: ComponentType<ShownProduct> }

/** What buyers will see of it, beside the editor while there is room. It cannot be used. */
export function ProductPreview({ Shown }: Props) {
  const values = useWatch<ProductValues>()
  return (
    <aside aria-label="Preview" className="hidden lg:block">
      <div className="sticky top-24">
        <p className="mb-3 font-medium text-muted">Preview</p>
        <div inert className="panel overflow-hidden">
          <Shown
            title={values.title?.trim() || 'Your title'}
            description={values.description?.trim() || 'What buyers get, in your words.'}
            image={values.image ?? null}
            price={shownAmount(values.amount ?? 0, values.currency ?? defaultCurrency)}
          />
        </div>
      </div>
    </aside>
  )
}
