import { partyLines } from '#accounts/invoice-details/party.ts'
import type { Evidence } from '#foundation/card-provider/evidence-fields.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { longestEvidence } from './contract.ts'
import { evidenceSections, type EvidenceSection, type SectionName } from './evidence-sections.ts'
import type { SaleEvidence } from './store.ts'

/** What the proof of a sale says against a dispute of it, field by field; empty where nothing is known. */
export function suggestEvidence(sale: SaleEvidence, now: Date): Evidence {
  const { name, email, buyerDetails, paidAt } = sale
  const sections = evidenceSections(sale, now)
  const said = (...names: readonly SectionName[]) => {
    const own = sections.filter((section) => names.includes(section.name))
    const texts = own.map(({ title, facts }) =>
      names.length === 1 ? listed(facts) : `${title}\n${listed(facts)}`,
    )
    return cutAtLine(texts.join('\n\n'))
  }
  return {
    product_description: said('lines'),
    customer_name: name,
    customer_email_address: email,
    billing_address:
      buyerDetails === null
        ? ''
        : partyLines({ ...buyerDetails, name: buyerDetails.name ?? name }).join('\n'),
    service_date: paidAt === null ? '' : dayText(paidAt.getTime()),
    access_activity_log: said('files'),
    refund_policy_disclosure: said('law'),
    uncategorized_text: said('purchase', 'mails', 'refunds', 'statements'),
  }
}

function listed(facts: EvidenceSection['facts']): string {
  return facts.map(([label, text]) => `${label}: ${text}`).join('\n')
}

const leftOut = '\n… (The rest is left out here.)'

/** What the provider takes of a text, in whole lines, saying that there was more. */
function cutAtLine(text: string): string {
  if (text.length <= longestEvidence) return text
  const fitting = beginningOf(text, longestEvidence - leftOut.length)
  const end = fitting.lastIndexOf('\n')
  return `${(end > fitting.length / 2 ? fitting.slice(0, end) : fitting).trimEnd()}${leftOut}`
}
