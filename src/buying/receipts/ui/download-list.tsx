import type { DownloadOnPage } from '../purchase-data.ts'

/** The files of a purchase. */
export function DownloadList({ downloads }: { readonly downloads: readonly DownloadOnPage[] }) {
  return (
    <ul className="grid gap-3">
      {downloads.map(({ name, size, path }) => (
        <li key={path} className="tile flex flex-wrap items-center justify-between gap-3">
          <span className="grid min-w-0 flex-[1_1_9rem]">
            {name}
            <small className="text-muted">{sizeText(size)}</small>
          </span>
          <a href={path} aria-label={`Download ${name}`} className="button min-h-11 px-5 print:hidden">
            Download
          </a>
        </li>
      ))}
    </ul>
  )
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
