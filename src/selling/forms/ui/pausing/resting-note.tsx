import { Moon } from 'lucide-react'
import type { RestingParts } from '#accounts/billing/resting-contract.ts'
import { restingWords } from '#accounts/billing/ui/resting-words.ts'

/** Says what of a form rests on the seller's plan. */
export function RestingNote({ parts }: { readonly parts: RestingParts }) {
  return (
    <p className="flex gap-2 rounded-xl bg-sunken px-3 py-2 text-sm">
      <Moon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 text-pretty">Kept for your return to Growth: {restingWords(parts)}</span>
    </p>
  )
}
