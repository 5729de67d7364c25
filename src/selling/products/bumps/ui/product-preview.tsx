import { Check } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { amountText } from '#selling/forms/price-text.ts'
import { FormPicture } from '#selling/forms/ui/form-picture.tsx'
import { defaultCurrency } from '../contract.ts'
import type { ProductValues } from './product-fields.tsx'

type Props = { readonly kind: 'bump' | 'offer' }

/** What buyers will see of it, beside the editor while there is room. It cannot be used. */
export function ProductPreview({ kind }: Props) {
  const values = useWatch<ProductValues>()
  const title = values.title?.trim() || 'Your title'
  const description = values.description?.trim() || 'What buyers get, in your words.'
  const image = values.image ?? null
  const price = amountText(values.amount ?? 0, values.currency ?? defaultCurrency)
  return (
    <aside aria-label="Preview" className="hidden lg:block">
      <div className="sticky top-24">
        <p className="mb-3 font-medium text-muted">Preview</p>
        <div inert className="panel overflow-hidden">
          {kind === 'bump' ? (
            <BumpPreview {...{ title, description, image, price }} />
          ) : (
            <OfferPreview {...{ title, description, image, price }} />
          )}
        </div>
      </div>
    </aside>
  )
}

type Shown = {
  readonly title: string
  readonly description: string
  readonly image: string | null
  readonly price: string
}

function BumpPreview({ title, description, image, price }: Shown) {
  return (
    <div className="m-4 grid gap-3 rounded-2xl border-2 border-dashed border-brand/60 p-4">
      <p className="flex items-start gap-3">
        <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-md bg-brand-fill text-white">
          <Check aria-hidden className="size-4" strokeWidth={3} />
        </span>
        <span className="min-w-0 flex-1 font-semibold break-words">{title}</span>
        <span className="font-semibold whitespace-nowrap">{price}</span>
      </p>
      <div className="overflow-hidden rounded-xl">
        <FormPicture image={image} video={null} />
      </div>
      <p className="line-clamp-4 text-sm text-pretty break-words whitespace-pre-line text-muted">
        {description}
      </p>
    </div>
  )
}

function OfferPreview({ title, description, image, price }: Shown) {
  const { acceptButtonText = '', declineButtonText = '' } = useWatch<{
    acceptButtonText: string
    declineButtonText: string
  }>()
  return (
    <>
      <div className="relative">
        <FormPicture image={image} video={null} />
        <p className="absolute top-4 left-4 rounded-full bg-[#fde68a] px-3.5 py-1 text-sm font-bold text-[#422006]">
          Best Deal
        </p>
      </div>
      <div className="grid gap-3 p-5 text-center">
        <p className="text-sm font-medium text-muted">One Time Offer</p>
        <p className="text-xl leading-snug font-bold break-words">{title}</p>
        <p className="line-clamp-4 text-pretty break-words whitespace-pre-line text-muted">{description}</p>
        <p className="text-2xl font-bold text-brand">{price}</p>
        <p className="grid min-h-12 place-items-center rounded-xl bg-brand-fill px-4 font-semibold break-words text-white">
          {acceptButtonText.trim()}
        </p>
        <p className="min-h-6 break-words text-muted underline">{declineButtonText.trim()}</p>
      </div>
    </>
  )
}
