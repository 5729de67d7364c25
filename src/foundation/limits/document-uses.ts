import type { Use } from './limiter.ts'

/** What counts where a document has to be written: of one purchase or account, and from one network. */
export function documentUses(subject: string, network: string): readonly Use[] {
  return [
    { rule: 'documentOf', subject },
    { rule: 'documentFromAddress', subject: network },
  ]
}
