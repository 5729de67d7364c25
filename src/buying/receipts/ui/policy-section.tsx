import { consumerTexts } from '#buying/consumer-law/texts.ts'
import { Runs } from '#buying/checkout/ui/details/runs.tsx'
import { linkedText } from '#foundation/text/linked-text.ts'
import type { PolicyOnPage } from '../page/purchase-data.ts'
import { Panel } from './panel.tsx'

/** What the buyer agreed to before paying, and what the seller adds to the law, word for word. */
export function PolicySection({ agreed, own }: PolicyOnPage) {
  if (agreed.length === 0 && own === null) return null
  return (
    <Panel id="terms" title="Terms of this purchase">
      {agreed.length > 0 && (
        <div className="grid gap-2">
          <p>{consumerTexts.agreed}</p>
          <ul className="grid gap-2">
            {agreed.map((text) => (
              <li key={text} className="tile">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {own !== null && (
        <div className="grid gap-2">
          <p className="font-medium">{own.title}</p>
          <p className="whitespace-pre-line wrap-anywhere">
            <Runs runs={linkedText(own.text)} />
          </p>
        </div>
      )}
    </Panel>
  )
}
