import { useId, type ReactNode } from 'react'

type Props = {
  readonly title: string
  readonly lead?: string
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
}

export function Facts({ title, lead, facts }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel p-5 sm:p-7">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-1 text-muted">{lead}</p>}
      <dl className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(({ name, value }) => (
          <div key={name} className="grid min-w-0 content-start gap-1">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
