import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { formatPrice, toMinor } from '#foundation/money/amount.ts'
import { type ItemActions, ItemButtons } from '#selling/catalog/ui/items-page.tsx'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import { cutText } from '#foundation/text/cut-text.ts'
import type { exportedProduct } from '../contract.ts'

type Props = ItemActions & {
  readonly product: Omit<z.output<typeof exportedProduct>, 'createdAt'>
  /** The title as shown. Only two lines are visible. */
  readonly name: string
  /** A text shown next to the price. */
  readonly badge?: ReactNode
  /** Below the description. */
  readonly children?: ReactNode
}

/** A product’s card in the product list. The whole card links to its editor. */
export function ProductCard({ product, name, badge, children, ...actions }: Props) {
  const { title, description, image, amount, currency } = product
  return (
    <li className="panel group relative flex animate-rise flex-col overflow-hidden transition hover:-translate-y-0.5 hover:shadow-float">
      <FormPicture image={image} video={null} />
      <div className="flex flex-1 flex-col gap-2 p-5 pb-3">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span translate="no" className="text-lg font-semibold text-brand">
            {formatPrice(toMinor(amount, currency), currency)}
          </span>
          {badge}
        </p>
        <h2 className="text-lg leading-snug font-semibold break-words" title={title}>
          <Link
            to={actions.editPath}
            className="line-clamp-2 rounded after:absolute after:inset-0 hover:text-brand"
          >
            {name}
          </Link>
        </h2>
        <p className="flex-1 text-pretty break-words text-muted">{cutText(description, 150)}</p>
        {children}
        {(actions.mayUpdate || actions.mayDelete) && (
          <ItemButtons
            name={name}
            className="-mx-5 mt-2 -mb-3 justify-between border-t border-line px-2.5 py-2"
            {...actions}
          />
        )}
      </div>
    </li>
  )
}
