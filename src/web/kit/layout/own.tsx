import type { ReactNode } from 'react'

/** A name, an address, a code or an amount in a sentence: translators leave it alone. */
export function Own({ children }: { readonly children: ReactNode }) {
  return <bdi translate="no">{children}</bdi>
}
