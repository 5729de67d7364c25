import { msg, say, t } from '#foundation/language/t.ts'
import { cancelReasons } from '#foundation/db/tables/subscriptions.ts'

const answers = {
  price: msg('It costs too much'),
  not_used: msg('I do not use it enough'),
  missing: msg('Something was missing'),
  elsewhere: msg('I found something else'),
  other: msg('Another reason'),
} as const

/** Asks a buyer who has canceled for the reason. They can ignore the question, which needs no script. */
export function CancelReasonForm({ path }: { readonly path: string }) {
  return (
    <details className="print:hidden">
      <summary className="text-accent cursor-pointer py-1">
        {t('Tell the seller why you canceled (optional)')}
      </summary>
      <form method="post" action={path} className="mt-3 grid justify-items-start gap-4">
        <fieldset className="grid gap-1">
          <legend className="sr-only">{t('Tell the seller why you canceled (optional)')}</legend>
          {cancelReasons.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="reason"
                value={reason}
                required
                className="size-5 shrink-0 accent-[var(--accent)]"
              />
              <span className="min-w-0">{say(answers[reason])}</span>
            </label>
          ))}
        </fieldset>
        <label className="grid w-full gap-1.5">
          <span className="font-medium">{t('In your own words')}</span>
          <input type="text" name="note" maxLength={300} className="control w-full" />
        </label>
        <button type="submit" className="button-quiet min-h-11 px-5">
          {t('Send')}
        </button>
      </form>
    </details>
  )
}
