type Props = { readonly facts: readonly (readonly string[])[] }

/** Labels and their texts, in two columns if there is room. */
export function Facts({ facts }: Props) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, text]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <dt className="font-medium">{name}</dt>
          <dd className="text-pretty text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
