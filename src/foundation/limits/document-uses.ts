import type { Use } from './limiter.ts'

/** The uses to count when a document is written: one for its purchase or account, and one for the network. */
export function documentUses(subject: string, network: string): readonly Use[] {
  return [
    { rule: 'documentOf', subject },
    { rule: 'documentFromAddress', subject: network },
  ]
}
