import type { VideoOnPage } from '../page/purchase-data.ts'

/**
 * A video that was bought, with the browser's own controls. Nothing of it is loaded before it is played: with the first of
 * it, the right of withdrawal may end. Captions are off until they are chosen.
 */
export function LessonVideo({ name, video }: { readonly name: string; readonly video: VideoOnPage }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- those that its seller has made are below
    <video
      controls
      playsInline
      preload="none"
      aria-label={name}
      className="aspect-video w-full rounded-xl bg-black print:hidden"
    >
      <source src={video.path} type={video.type} />
      {video.captions.map(({ path, language, label }) => (
        <track
          key={path}
          kind="captions"
          src={path}
          label={label}
          {...(language !== null && { srcLang: language })}
        />
      ))}
      This browser cannot play the video. Download it instead.
    </video>
  )
}
