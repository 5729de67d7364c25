import type { ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'

type ConsentsProps = {
  readonly consents: ConsentsOnPage
  readonly isFree: boolean
  readonly error: string | null
  readonly isDisabled: boolean
  readonly onChange: () => void
}

/** What the buyer may agree to before paying. Nothing is ever ticked but by them. */
export function Consents({ consents, isFree, error, isDisabled, onChange }: ConsentsProps) {
  const { title, lead, freeLead, texts } = consents
  const said = isFree ? freeLead : lead
  return (
    <fieldset
      disabled={isDisabled}
      aria-describedby="consents-error consents-lead"
      className="grid gap-3 text-sm"
    >
      <legend className="mb-1.5 font-medium">{title}</legend>
      {/* An error that says the same takes its place. */}
      {error !== said && (
        <p id="consents-lead" className="text-muted wrap-anywhere">
          {said}
        </p>
      )}
      {texts.map(({ text }) => (
        <label key={text} className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            name="consent"
            value={text}
            autoComplete="off"
            aria-invalid={error !== null}
            onChange={onChange}
            className="accent-accent size-5 shrink-0"
          />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </label>
      ))}
      <LiveError id="consents-error" text={error} />
    </fieldset>
  )
}
