import { t } from '#foundation/language/t.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { documentUses } from '#foundation/limits/document-uses.ts'
import { takeFor } from '#foundation/limits/take-for.ts'
import { writeDocument } from '#foundation/pdf/write-document.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { linkQuery } from '#selling/downloads/export-links.ts'
import { disputeEvidenceContract } from './contract.ts'
import { disputeEvidenceHandlers, evidenceLinks, evidencePath } from './handlers.ts'
import { evidenceDocument } from './evidence-document.ts'
import { findSaleEvidence } from './store.ts'

/** A sale's evidence for a bank or a court. */
export function registerDisputeEvidence({ server, serve }: Registry, services: Services): void {
  const { db, clock, limiter, log } = services
  serve(disputeEvidenceContract, disputeEvidenceHandlers(services))
  server.get(
    evidencePath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'downloadProof',
        summary: 'The evidence of a sale as a PDF, at the path that /sales/{id}/proof-link returns',
        tags: ['sales'],
      },
    },
    async (request, reply) => {
      const now = clock.now()
      const found = await evidenceLinks.open(services, linkQuery.parse(request.query).link)
      const sale = found && (await findSaleEvidence(db, found.sellerId, found.query.id))
      if (sale === undefined) throw new NotFound(t('This link has expired. Go back and download it again.'))
      const network = clientNetwork(request.ip)
      const document = await writeDocument(evidenceDocument(sale, now), {
        by: network,
        admit: (write) => takeFor(limiter, documentUses(sale.id, network), write),
      })
      log.info({ seller: found?.sellerId, purchase: sale.id }, 'proof downloaded')
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="proof-${sale.id}.pdf"`)
        .header('cache-control', 'no-store')
        .send(document)
    },
  )
}
