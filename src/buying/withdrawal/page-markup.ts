import { hasFunctions, type RendererSource } from '#foundation/http/pages/open-renderer.ts'
import type { WithdrawalPageData } from './page-data.ts'

/** What `ui/render.tsx` offers: the markup of a document's body, and its style rules. */
export type WithdrawalMarkup = {
  readonly renderWithdrawal: (page: WithdrawalPageData) => string
  readonly styleSheet: () => string
}

export const withdrawalRenderer: RendererSource = {
  name: 'withdrawal',
  entry: 'src/buying/withdrawal/ui/render.tsx',
}

export function isWithdrawalMarkup(module: unknown): module is WithdrawalMarkup {
  return hasFunctions(module, ['renderWithdrawal', 'styleSheet'])
}
