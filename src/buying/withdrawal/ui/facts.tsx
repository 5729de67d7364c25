type Fact = readonly [name: string, text: string]

/** What was said, each under its name, with the line breaks that it was typed with. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-3">
      {facts.map(([name, text]) => (
        <div key={name} className="grid gap-0.5">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
