import type { PictureFit } from '#foundation/db/tables/products.ts'
import { avifOf, pictureSources, pictureIn } from '#accounts/uploads/pictures/picture-sources.ts'

/** The frames of pictures, which have their place before they arrive. */
export const frames: Readonly<Record<PictureFit, string>> = {
  wide: 'picture aspect-video w-full',
  square: 'picture aspect-square w-full max-w-md',
  upright: 'picture aspect-4/5 w-full max-w-96',
  whole: 'picture aspect-4/3 w-full object-contain',
}

type PictureProps = {
  /** The address of a stored picture. */
  readonly image: string
  /** Its displayed width, as in an image's `sizes`. */
  readonly sizes: string
  /** Its number among the form's pictures, from 0, for its visible part. */
  readonly place?: number
  readonly alt?: string
  /** The page's main picture: it is requested before all else. */
  readonly isFirst?: boolean
  readonly className?: string
}

/** A seller's picture, in the width that its place and the screen need. */
export function Picture({ image, sizes, place, alt = '', isFirst = false, className = '' }: PictureProps) {
  return (
    <picture className="contents">
      {/* Without a box of its own, or a surrounding grid would reserve a row for it. */}
      <source type="image/avif" srcSet={pictureSources(avifOf(image))} sizes={sizes} className="hidden" />
      <img
        src={pictureIn(image, 960)}
        srcSet={pictureSources(image)}
        sizes={sizes}
        alt={alt}
        width={960}
        height={540}
        data-picture={place}
        {...(isFirst && { fetchPriority: 'high' })}
        {...(place !== undefined && place > 0 && { loading: 'lazy' })}
        className={className}
      />
    </picture>
  )
}
