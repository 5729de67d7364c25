import type { ReactNode } from 'react'

/** A name, an address, a code or an amount among words: it is what it is in every language. */
export function Own({ children }: { readonly children: ReactNode }) {
  return <bdi translate="no">{children}</bdi>
}
