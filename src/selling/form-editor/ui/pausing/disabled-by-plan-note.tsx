import { Moon } from 'lucide-react'
import type { DisabledByPlanParts } from '#accounts/billing/contract.ts'
import { disabledByPlanWords } from '#accounts/billing/ui/disabled-by-plan-words.ts'

/** Says what of a form the seller's plan disables. */
export function DisabledByPlanNote({ parts }: { readonly parts: DisabledByPlanParts }) {
  return (
    <p className="flex gap-2 rounded-xl bg-sunken px-3 py-2 text-sm">
      <Moon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 text-pretty">
        Kept for your return to Growth: {disabledByPlanWords(parts)}
      </span>
    </p>
  )
}
