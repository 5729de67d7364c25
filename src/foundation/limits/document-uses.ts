import type { Use } from './limiter.ts'

/** The uses that count when a document is written: for its purchase or account, and for the network. */
export function documentUses(subject: string, network: string): readonly Use[] {
  return [
    { rule: 'documentOf', subject },
    { rule: 'documentFromAddress', subject: network },
  ]
}
