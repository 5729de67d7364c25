import { consumerTexts } from '#buying/consumer-law/texts.ts'
import type { PolicyOnPage } from '../page/purchase-data.ts'
import { Panel } from './panel.tsx'

/** Files that open later, and how their buyer opens them now after all. */
export function WaitingDownloads({ text, path, texts }: NonNullable<PolicyOnPage['waiting']>) {
  return (
    <Panel id="downloads" title="Your downloads">
      <p>{text}</p>
      <form method="post" action={path} className="grid gap-3 print:hidden">
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-medium">{consumerTexts.openNow}</legend>
          {texts.map((consent) => (
            <label key={consent} className="flex items-start gap-3">
              <input
                type="checkbox"
                name="consent"
                value={consent}
                required
                className="mt-0.5 size-5 shrink-0 accent-[var(--accent)]"
              />
              <span className="min-w-0">{consent}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button-quiet min-h-11 justify-self-start px-5">
          Open my files
        </button>
      </form>
    </Panel>
  )
}
