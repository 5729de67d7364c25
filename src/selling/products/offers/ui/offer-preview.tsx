import { useWatch } from 'react-hook-form'
import { FormPicture } from '#selling/forms/ui/form-picture.tsx'
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
