const newPayment = { method: 'POST', path: '/v1/payment_intents' } as const

/**
 * A rule that matches every call. A star matches one part of a path, and the API's paths have up to four
 * parts after v1.
 */
function everyCall(rule: object): object[] {
  return ['/v1/*', '/v1/*/*', '/v1/*/*/*', '/v1/*/*/*/*'].map((path) => ({ method: '*', path, ...rule }))
}

/** Example scripts for the fault editor. */
export const faultExamples: readonly { readonly title: string; readonly script: object }[] = [
  {
    title: 'Answer lost after charging',
    script: { calls: [{ ...newPayment, times: 1, fault: { kind: 'cut_after' } }] },
  },
  {
    title: 'Timeout before charging',
    script: { calls: [{ ...newPayment, times: 1, fault: { kind: 'timeout_before' } }] },
  },
  {
    title: 'Hold a payment',
    script: { calls: [{ ...newPayment, times: 1, fault: { kind: 'hold_after' } }] },
  },
  {
    title: 'Rate limit',
    script: { calls: [{ ...newPayment, times: 3, fault: { kind: 'rate_limit' } }] },
  },
  {
    title: 'Provider down',
    script: { calls: everyCall({ fault: { kind: 'error', status: 503 } }) },
  },
  {
    title: '3 seconds slower',
    script: { calls: everyCall({ fault: { kind: 'slow', ms: 3000 } }) },
  },
  {
    title: 'Events lost, duplicated, late',
    script: {
      events: [
        { type: 'charge.succeeded', fault: { kind: 'drop' } },
        { type: 'payment_intent.succeeded', fault: { kind: 'duplicate', times: 2 } },
        { type: 'account.updated', fault: { kind: 'delay', ms: 5000 } },
      ],
    },
  },
  {
    title: 'Forged events',
    script: { events: [{ type: '*', fault: { kind: 'forge' } }] },
  },
]
