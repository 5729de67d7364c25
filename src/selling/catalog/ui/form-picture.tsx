import { ImageOff, Play } from 'lucide-react'
import { useState } from 'react'
import { pictureSources } from '#accounts/uploads/pictures/picture-sources.ts'
import { stillOf, youtubeVideo } from '#buying/checkout/description/youtube.ts'

type Props = {
  readonly image: string | null
  readonly video: string | null
  readonly shape?: string
}

/** A form's picture, or its video's preview image with a play symbol. Shows a placeholder if neither loads. */
export function FormPicture({ image, video, shape = 'aspect-video' }: Props) {
  const shown = video === null ? null : youtubeVideo(video)
  const still = shown === null ? null : stillOf(shown).url
  const source = image !== null && image !== '' ? image : still
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = source !== null && source !== failed
  return (
    <div
      className={`relative grid place-items-center overflow-hidden bg-linear-135 from-brand-soft to-sunken text-brand ${shape}`}
    >
      {isShown ? (
        <img
          src={source}
          srcSet={widthsOf(source)}
          sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 50vw, 100vw"
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailed(source)}
        />
      ) : (
        shown === null && <ImageOff aria-hidden className="size-8 opacity-60" />
      )}
      {still !== null && source === still && (
        <span className="relative grid size-14 place-items-center rounded-full bg-black/70 text-white">
          <Play aria-hidden className="ml-0.5 size-6 fill-current" />
        </span>
      )}
    </div>
  )
}

/** Pictures that we store are available in several widths. */
function widthsOf(source: string): string | undefined {
  return source.startsWith('/pictures/') ? pictureSources(source) : undefined
}
