import { call, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import { consentTexts } from './texts.ts'
import { say } from '#foundation/language/t.ts'

/** Sets a seller's policy for later purchases. By default they sell digital content with optional consents. */
export function setPolicy(
  app: TestApp,
  { token }: TestSeller,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const policy = {
    sells: 'digital',
    withdrawalDays: 14,
    onWithdrawal: 'refund_at_once',
    earlyStart: 'offered',
  }
  return call(app, 'PATCH', '/api/seller/policy', { token, body: { ...policy, ownText: null, ...fields } })
}

/** Both consents, in the words of the page. */
export const bothConsents = (kind: 'digital' | 'service') => [
  { kind: 'early_start', text: say(consentTexts[kind].early_start) },
  { kind: 'loss_of_right', text: say(consentTexts[kind].loss_of_right) },
]

/** The path of the first download on a purchase's page, or "" if there is none. */
export const downloadIn = (page: string): string =>
  (/href="(\/purchases\/[^"]+\/files\/[^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')
