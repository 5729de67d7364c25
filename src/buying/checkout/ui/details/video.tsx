import { useState } from 'react'
import { detailsSizes } from '../../description/details-sizes.ts'
import type { YoutubeVideo } from '../../description/youtube.ts'
import { Picture } from './picture.tsx'

/** What the player needs to run; it is of another origin, so it cannot reach this page with them. */
const playerRights = 'allow-scripts allow-same-origin allow-popups allow-presentation'

type Props = {
  readonly video: YoutubeVideo
  readonly title: string
  /** The form's picture, shown until the video is played. */
  readonly picture: string | null
  readonly startsAtOnce: boolean
}

/** A YouTube video behind a poster of our own: nothing is asked of YouTube before the buyer plays it. */
export function Video({ video: { id, start }, title, picture, startsAtOnce }: Props) {
  const [isPlaying, setIsPlaying] = useState(startsAtOnce)
  if (isPlaying) {
    const from = start === undefined ? '' : `&start=${start}`
    return (
      <iframe
        src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1&rel=0${from}`}
        title={title}
        sandbox={playerRights}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="picture aspect-video w-full"
      />
    )
  }
  return (
    <button type="button" onClick={() => setIsPlaying(true)} className="poster picture aspect-video w-full">
      {picture === null ? (
        <PlayLabel />
      ) : (
        <>
          <Picture image={picture} sizes={detailsSizes} isFirst />
          <span className="plate">
            <PlayLabel />
          </span>
        </>
      )}
    </button>
  )
}

function PlayLabel() {
  return (
    <>
      <svg viewBox="0 0 24 24" className="size-16" aria-hidden="true">
        <circle cx="12" cy="12" r="12" fill="currentColor" opacity="0.2" />
        <path d="M9.5 7.5v9l7.5-4.5z" fill="currentColor" />
      </svg>
      <span className="text-sm font-medium">Play video</span>
      <span className="text-xs opacity-80">Plays from YouTube</span>
    </>
  )
}
