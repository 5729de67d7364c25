import { avifOf, pictureSources, pictureIn } from '#accounts/uploads/pictures/picture-sources.ts'

type PictureProps = {
  /** The address of a stored picture. */
  readonly image: string
  /** Its displayed width, as in an image's `sizes`. */
  readonly sizes: string
  /** The page's main picture: it is requested before all else. */
  readonly isFirst?: boolean
  readonly className?: string
}

/** A seller's picture, 16 to 9, in the width that its place and the screen need. */
export function Picture({ image, sizes, isFirst = false, className = '' }: PictureProps) {
  return (
    <picture className="contents">
      {/* Without a box of its own, or a surrounding grid would reserve a row for it. */}
      <source type="image/avif" srcSet={pictureSources(avifOf(image))} sizes={sizes} className="hidden" />
      <img
        src={pictureIn(image, 960)}
        srcSet={pictureSources(image)}
        sizes={sizes}
        alt=""
        width={960}
        height={540}
        {...(isFirst && { fetchPriority: 'high' })}
        className={className}
      />
    </picture>
  )
}
