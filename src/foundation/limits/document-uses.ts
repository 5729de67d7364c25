import type { Use } from './limiter.ts'

/** The counted uses of writing a document: per purchase or account, and per network. */
export function documentUses(subject: string, network: string): readonly Use[] {
  return [
    { rule: 'documentOf', subject },
    { rule: 'documentFromAddress', subject: network },
  ]
}
