import type { ReactNode } from 'react'
import { Button } from '../layout/button.tsx'

type Props = {
  /** An infinite query of the list. */
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly children: ReactNode
}

/** A button that loads the next page of a list. Not shown on the last page. */
export function EarlierButton({ query, children }: Props) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      isBusy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
