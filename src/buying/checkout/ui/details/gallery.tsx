import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { pictureIn } from '#accounts/uploads/pictures/picture-sources.ts'
import { detailsSizes } from '#buying/checkout/description/description.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { showPicture } from './details-look.ts'
import { frames, Picture } from './picture.tsx'

type GalleryProps = Pick<PaymentPageData['form'], 'image' | 'imageFit' | 'pictures'> & {
  /** The first picture, or a video. */
  readonly children: ReactNode
}

/** Some browsers can scroll an area with the keyboard only if it has the focus. */
const scrollable = { tabIndex: 0 }

/**
 * Several pictures to scroll through or to choose by thumbnail. Their style rules are in
 * `page/picture-style.ts`, so that pages with only one picture do not load them.
 */
export function Gallery({ image, imageFit, pictures, children }: GalleryProps) {
  const total = pictures.length + 1
  return (
    <div className="gallery">
      <section className="slides" {...scrollable} aria-label={t('Pictures')}>
        <div id="picture-0">{children}</div>
        {pictures.map((picture, index) => (
          <div key={index} id={`picture-${index + 1}`}>
            <Picture
              image={picture.image}
              sizes={detailsSizes}
              place={index + 1}
              isLazy
              alt={t('Picture {number} of {total}', { number: index + 2, total })}
              className={frames[imageFit]}
            />
          </div>
        ))}
      </section>
      <div className="thumbs">
        {[image, ...pictures.map((picture) => picture.image)].map((address, place) => (
          <button
            key={place}
            type="button"
            value={`picture-${place}`}
            aria-label={t('Show picture {number} of {total}', { number: place + 1, total })}
            onClick={({ currentTarget }) => showPicture(currentTarget)}
          >
            {address === null ? (
              '▶'
            ) : (
              <img
                src={pictureIn(address, 320)}
                alt=""
                width={60}
                height={60}
                loading="lazy"
                data-picture={place}
              />
            )}
          </button>
        ))}
      </div>
    </div>
  )
}
