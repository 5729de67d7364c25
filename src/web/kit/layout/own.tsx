import type { ReactNode } from 'react'

/** A name, an address, a code or an amount in a sentence, which translation programs must not change. */
export function Own({ children }: { readonly children: ReactNode }) {
  return <bdi translate="no">{children}</bdi>
}
