import { useId, useState } from 'react'
import type { PolicyFields } from '../contract.ts'
import { buyersWords } from './policy-words.ts'

/** What buyers see under a policy, in plain words. */
export function BuyersView({ policy, title }: { readonly policy: PolicyFields; readonly title: string }) {
  const id = useId()
  const [now] = useState(() => new Date())
  return (
    <section aria-labelledby={id} className="panel grid gap-6 p-5 sm:p-7">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {buyersWords(policy, now).map(({ where, lead, quotes }) => (
        <div key={where} className="grid gap-2">
          <h3 className="font-semibold">{where}</h3>
          <p className="text-pretty text-muted">{lead}</p>
          {quotes.map((quote) => (
            <blockquote
              key={quote}
              className="border-l-2 border-line pl-4 text-pretty whitespace-pre-line wrap-anywhere"
            >
              {quote}
            </blockquote>
          ))}
        </div>
      ))}
    </section>
  )
}
