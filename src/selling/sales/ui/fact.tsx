import type { ReactNode } from 'react'

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 break-words text-pretty">{children}</dd>
    </div>
  )
}
