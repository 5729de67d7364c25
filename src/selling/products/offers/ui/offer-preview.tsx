import { useWatch } from 'react-hook-form'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import type { ShownProduct } from '../../ui/product-preview.tsx'

/** What buyers will see of a one-time offer after they have paid. */
export function OfferPreview({ title, description, image, price }: ShownProduct) {
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
      <div className="grid gap-2 p-5">
        <p className="text-sm text-muted">One Time Offer</p>
        <p className="text-xl leading-snug font-semibold wrap-anywhere">{title}</p>
        <p className="text-lg tabular-nums">{price}</p>
        <p className="line-clamp-4 text-pretty wrap-anywhere whitespace-pre-line">{description}</p>
        <p className="mt-2 grid min-h-12 place-items-center rounded-xl bg-brand-fill px-4 py-2 text-center font-semibold wrap-anywhere text-white">
          {[acceptButtonText.trim(), ...(price === 'Free' ? [] : [price])].join(' · ')}
        </p>
        <p className="grid min-h-12 place-items-center rounded-xl border border-line px-4 py-2 text-center font-semibold wrap-anywhere">
          {declineButtonText.trim()}
        </p>
      </div>
    </>
  )
}
