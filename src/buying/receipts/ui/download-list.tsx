import type { DownloadOnPage, VideoOnPage } from '../page/purchase-data.ts'

/** The files of a purchase; videos play where they stand. */
export function DownloadList({ downloads }: { readonly downloads: readonly DownloadOnPage[] }) {
  return (
    <ul className="grid gap-3">
      {downloads.map(({ name, size, path, video }) => (
        <li key={path} className="tile grid gap-3">
          {video !== null && <LessonVideo name={name} video={video} />}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="grid min-w-0 flex-[1_1_9rem]">
              {name}
              <small className="text-muted">{sizeText(size)}</small>
            </span>
            <a href={path} aria-label={`Download ${name}`} className="button min-h-11 px-5 print:hidden">
              Download
            </a>
          </div>
        </li>
      ))}
    </ul>
  )
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/**
 * A video that was bought, with the browser's own controls. Nothing of it is loaded before it is played: with the first of
 * it, the right of withdrawal may end. Captions are off until they are chosen.
 */
function LessonVideo({ name, video }: { readonly name: string; readonly video: VideoOnPage }) {
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
