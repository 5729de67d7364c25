import { z } from 'zod'
import { NotFound } from '#foundation/failures/failure.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { documentUses } from '#foundation/limits/document-uses.ts'
import { takeFor } from '#foundation/limits/take-for.ts'
import { writeDocument } from '#foundation/pdf/write-document.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { proofContract } from './contract.ts'
import { proofHandlers } from './handlers.ts'
import { proofDocument } from './proof-document.ts'
import { proofLinks, proofPath } from './link.ts'
import { findProof } from './store.ts'

const linkQuery = z.object({ link: z.string().catch('') })

/** What a seller shows a bank or a court of a sale. */
export function registerProof({ server, serve }: Registry, services: Services): void {
  const { db, clock, limiter, log } = services
  serve(proofContract, proofHandlers(services))
  server.get(
    proofPath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'downloadProof',
        summary: 'The proof of a sale as a PDF, at an address that /sales/{id}/proof-link answers',
        tags: ['sales'],
      },
    },
    async (request, reply) => {
      const now = clock.now()
      const found = await proofLinks.open(services, linkQuery.parse(request.query).link)
      const proof = found && (await findProof(db, found.sellerId, found.query.id))
      if (proof === undefined) throw new NotFound('This link has expired. Go back and download it again.')
      const network = clientNetwork(request.ip)
      const document = await writeDocument(proofDocument(proof, now), {
        by: network,
        admit: (write) => takeFor(limiter, documentUses(proof.id, network), write),
      })
      log.info({ seller: found?.sellerId, purchase: proof.id }, 'proof downloaded')
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="proof-${proof.id}.pdf"`)
        .header('cache-control', 'no-store')
        .send(document)
    },
  )
}
