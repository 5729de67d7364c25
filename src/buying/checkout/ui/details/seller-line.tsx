import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { pictureIn } from '#accounts/uploads/pictures/picture-in.ts'

/** The shop above what it sells, on one line. */
export function SellerLine({ name, logo }: Pick<ShopFace, 'name' | 'logo'>) {
  return (
    <p className="text-muted flex items-center gap-2 text-sm wrap-anywhere">
      {logo !== null && (
        <img src={pictureIn(logo, 320)} alt="" className="plated size-6 shrink-0 object-cover" />
      )}
      <span translate="no" className="min-w-0">
        {name}
      </span>
    </p>
  )
}
