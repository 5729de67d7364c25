/** Scripts to start from, for the fault editor. */
export const faultExamples = [
  {
    title: 'Answer lost after charging',
    script: {
      calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault: { kind: 'cut_after' } }],
      events: [],
    },
  },
  {
    title: 'Time-out before charging',
    script: {
      calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault: { kind: 'timeout_before' } }],
      events: [],
    },
  },
  {
    title: 'Rate limit',
    script: { calls: [{ method: '*', path: '/v1/*', times: 3, fault: { kind: 'rate_limit' } }], events: [] },
  },
  {
    title: 'Provider down',
    script: {
      calls: [{ method: '*', path: '/v1/*', fault: { kind: 'error', status: 503 } }],
      events: [],
    },
  },
  {
    title: 'Slow by 3 s',
    script: { calls: [{ method: '*', path: '/v1/*', fault: { kind: 'slow', ms: 3000 } }], events: [] },
  },
  {
    title: 'Hold a payment',
    script: {
      calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault: { kind: 'hold_after' } }],
      events: [],
    },
  },
  {
    title: 'Events lost, doubled, late',
    script: {
      calls: [],
      events: [
        { type: 'charge.succeeded', fault: { kind: 'drop' } },
        { type: 'payment_intent.succeeded', fault: { kind: 'duplicate', times: 2 } },
        { type: 'account.updated', fault: { kind: 'delay', ms: 5000 } },
      ],
    },
  },
  {
    title: 'Forged events',
    script: { calls: [], events: [{ type: '*', fault: { kind: 'forge' } }] },
  },
] as const
