import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../layout/button.tsx'

type Props = {
  readonly page: number
  readonly prevPage: number | null
  readonly nextPage: number | null
  readonly onPage: (page: number) => void
}

/** Steps through a list that is never counted; nothing is shown for a list of one page. Pages count from 0. */
export function Pagination({ page, prevPage, nextPage, onPage }: Props) {
  if (prevPage === null && nextPage === null) return null
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap items-center justify-center gap-2 sm:gap-3">
      <Button
        variant="secondary"
        disabled={prevPage === null}
        onClick={() => {
          if (prevPage !== null) onPage(prevPage)
        }}
      >
        <ChevronLeft aria-hidden className="size-5" />
        Previous
      </Button>
      <span className="min-w-16 text-center text-muted">Page {page + 1}</span>
      <Button
        variant="secondary"
        disabled={nextPage === null}
        onClick={() => {
          if (nextPage !== null) onPage(nextPage)
        }}
      >
        Next
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </nav>
  )
}
