import { z } from 'zod'
import { msg } from '#foundation/language/t.ts'
import { recordSupportView } from '#accounts/audit/record-audit.ts'
import { partyLines } from '#accounts/invoice-details/party.ts'
import { OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { Evidence } from '#foundation/card-provider/evidence-fields.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { defineFailure, found } from '#foundation/failures/failure.ts'
import { idInPath } from '#foundation/http/contract/contract.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { standingOf } from '#payments/disputes/dispute.ts'
import { recordDispute, recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import type { Services } from '#registry/services.ts'
import { createExportLinks } from '#selling/downloads/export-links.ts'
import { type disputeEvidenceContract, longestEvidence } from './contract.ts'
import { type EvidenceSection, evidenceSections, type SectionName } from './evidence-sections.ts'
import { findSaleEvidence, type SaleEvidence } from './store.ts'

export function disputeEvidenceHandlers(services: Services): Handlers<typeof disputeEvidenceContract> {
  const { db, clock, config, provider } = services

  async function findPaid(sellerId: string, id: string): Promise<SaleEvidence> {
    const sale = found(isId(id) ? await findSaleEvidence(db, sellerId, id) : undefined)
    if (sale.paidAt === null) throw new NothingToProve()
    return sale
  }

  async function findDisputed(sellerId: string, params: { id: string; disputeId: string }) {
    const sale = await findPaid(sellerId, params.id)
    const dispute = found(sale.disputes.find(({ id }) => id === params.disputeId))
    return { sale, dispute }
  }

  return {
    async getProofLink({ caller, params }) {
      const { sellerId } = caller
      const { id } = await findPaid(sellerId, params.id)
      await recordSupportView(services, caller, 'sales.read', id)
      return { path: evidenceLinks.write(config.authSecret, caller, { id }, clock.now()) }
    },

    async suggestEvidence({ caller, params }) {
      const { sale, dispute } = await findDisputed(caller.sellerId, params)
      await recordSupportView(services, caller, 'sales.read', sale.id)
      // A draft on Stripe is never overwritten.
      const drafted = await provider.retrieveEvidence(sale.stripeAccountId, dispute.id)
      return { ...suggestEvidence(sale, clock.now()), ...drafted }
    },

    async sendEvidence({ caller: { sellerId }, params, body }) {
      const { sale, dispute } = await findDisputed(sellerId, params)
      return { status: await sendEvidence(services, sale, dispute, body) }
    },
  }
}

type Said = { readonly evidence: Evidence; readonly submit: boolean }

/** Sends evidence to Stripe, records the dispute's new status and returns it. */
async function sendEvidence(
  services: Services,
  { id, stripeAccountId }: Pick<SaleEvidence, 'id' | 'stripeAccountId'>,
  dispute: SaleEvidence['disputes'][number],
  said: Said,
): Promise<string> {
  const { provider, clock, log } = services
  if (!standingOf(dispute.status).isOpen) throw new EvidenceRefused()
  const readAt = clock.now()
  try {
    const changed = await provider.updateEvidence(stripeAccountId, dispute.id, said, newId())
    log.info({ purchase: id, dispute: dispute.id, submitted: said.submit }, 'evidence was given')
    await recordDispute(services, stripeAccountId, changed, readAt)
    return changed.status
  } catch (error) {
    if (error instanceof ProviderRefused) {
      // The dispute may have been decided, or responded to elsewhere, without our knowledge.
      await recordDisputeByEvent(services, stripeAccountId, dispute.id)
      throw new EvidenceRefused()
    }
    if (error instanceof OutcomeUnknown) throw new EvidenceUnknown()
    throw error
  }
}

class NothingToProve extends defineFailure(
  'not_paid',
  409,
  msg('This purchase was not paid, so there is no evidence for it.'),
) {}

/** Stripe rejects any evidence for the dispute, or this evidence. */
class EvidenceRefused extends defineFailure(
  'evidence_refused',
  409,
  msg(
    'Stripe rejected this evidence. It was already sent, is too late or is too long. Reload the page to see the dispute.',
  ),
) {}

class EvidenceUnknown extends defineFailure(
  'evidence_unknown',
  503,
  msg('Stripe did not respond, so the evidence may not have been saved. Reload the page in a minute.'),
) {}

export const evidencePath = '/api/sales/proof'

/** Download links of a sale's evidence. */
export const evidenceLinks = createExportLinks(evidencePath, 'sales', z.object({ id: idInPath }))

/** Suggests evidence from a sale's records, field by field. Empty if nothing is recorded. */
function suggestEvidence(sale: SaleEvidence, now: Date): Evidence {
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
    product_description: said('lines', 'page'),
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

const leftOut = '\n… (shortened)'

/** Shortens a text to Stripe's limit by whole lines, and says that it was shortened. */
function cutAtLine(text: string): string {
  if (text.length <= longestEvidence) return text
  const fitting = beginningOf(text, longestEvidence - leftOut.length)
  const end = fitting.lastIndexOf('\n')
  return `${(end > fitting.length / 2 ? fitting.slice(0, end) : fitting).trimEnd()}${leftOut}`
}
