import type { ReactNode } from 'react'

type ReadMoreProps = { readonly className: string; readonly children: ReactNode }

/** What a long text goes on with, for who wants to read it. */
export function ReadMore({ className, children }: ReadMoreProps) {
  return (
    <details className={className}>
      <summary className="text-accent cursor-pointer py-1 font-medium">Read more</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
