import type { ReactNode } from 'react'

const grid = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'

type GridProps = { readonly isStale: boolean; readonly children: ReactNode }

/** A list of cards, faded while others are loading. */
export function CardGrid({ isStale, children }: GridProps) {
  return (
    <ul aria-busy={isStale} className={`${grid} transition-opacity ${isStale ? 'opacity-60' : ''}`}>
      {children}
    </ul>
  )
}

/** A placeholder for cards. */
export function CardGridSkeleton({ label }: { readonly label: string }) {
  return (
    <ul aria-label={label} aria-busy className={grid}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <li key={place} aria-hidden className="panel animate-pulse overflow-hidden">
          <div className="aspect-video bg-sunken" />
          <div className="grid gap-3 p-5">
            <div className="h-5 w-24 rounded bg-sunken" />
            <div className="h-5 w-4/5 rounded bg-sunken" />
            <div className="h-16 rounded bg-sunken" />
          </div>
        </li>
      ))}
    </ul>
  )
}
