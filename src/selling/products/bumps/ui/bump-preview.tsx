import { Check } from 'lucide-react'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import type { ShownProduct } from '../../ui/product-preview.tsx'

/** What buyers will see of an order bump beside the price. */
export function BumpPreview({ title, description, image, price }: ShownProduct) {
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
