import { Blocks } from '#buying/checkout/ui/details/description.tsx'
import { readDescription } from '#buying/checkout/description/read-description.ts'
import type { Form } from '#selling/forms/contract.ts'

/** Shows a stored form's description with its formatting. */
export function FormDescription({ form }: { readonly form: Form }) {
  const shown = readDescription(form)
  return (
    <div className="text-pretty break-words">
      {typeof shown === 'string' ? <p className="whitespace-pre-line">{shown}</p> : <Blocks blocks={shown} />}
    </div>
  )
}
