import type { PictureFit } from '#foundation/db/tables/products.ts'
import { avifOf, pictureSources, pictureIn } from '#accounts/uploads/pictures/picture-sources.ts'

/** Frames that reserve the space for pictures before they load. */
export const frames: Readonly<Record<PictureFit, string>> = {
  wide: 'picture aspect-video w-full',
  square: 'picture aspect-square w-full max-w-md',
  upright: 'picture aspect-4/5 w-full max-w-96',
  whole: 'picture aspect-4/3 w-full object-contain',
}

type PictureProps = {
  /** The address of a stored picture. */
  readonly image: string
  /** The picture's displayed width, in the format of an image's `sizes`. */
  readonly sizes: string
  /** The picture's number on the form, starting at 0, which determines its visible section. */
  readonly place?: number
  readonly alt?: string
  /** Whether this is the page's main picture, which loads before everything else. */
  readonly isFirst?: boolean
  /** Whether it loads only when the buyer comes near it. */
  readonly isLazy?: boolean
  readonly className?: string
}

/** A seller's picture, in a width that suits its place and the screen. */
export function Picture({
  image,
  sizes,
  place,
  alt = '',
  isFirst = false,
  isLazy = false,
  className = '',
}: PictureProps) {
  return (
    <picture className="contents">
      {/* The element must have no box of its own, because a surrounding grid would reserve a row for it. */}
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
        {...(isLazy && { loading: 'lazy' })}
        className={className}
      />
    </picture>
  )
}
