import type { WithdrawalOnPage } from '#buying/withdrawal/page-data.ts'
import { withdrawalTexts } from '#buying/withdrawal/texts.ts'
import { Panel } from './panel.tsx'

/** Whether the buyer can withdraw from the contract, until when, and what they have withdrawn from. */
export function WithdrawalSection({ right, path, made }: WithdrawalOnPage) {
  return (
    <Panel id="withdrawal" title={withdrawalTexts.title}>
      {made.map(({ received, outcome }) => (
        <p key={received}>
          <strong>{received}</strong> {outcome}
        </p>
      ))}
      {right !== null && <p>{right}</p>}
      {path !== null && (
        <p className="print:hidden">
          <a href={path} className="button-quiet px-5">
            {withdrawalTexts.label}
          </a>
        </p>
      )}
    </Panel>
  )
}
