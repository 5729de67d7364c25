import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { currentLanguage, inLanguage } from '#foundation/language/t.ts'
import { mayStill } from '#accounts/people/rights-in.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { createPictures } from '#accounts/uploads/pictures/picture-widths.ts'
import { isId } from '#foundation/db/new-id.ts'
import { found } from '#foundation/failures/failure.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { documentUses } from '#foundation/limits/document-uses.ts'
import { takeFor } from '#foundation/limits/take-for.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { writeDocument } from '#foundation/pdf/write-document.ts'
import { issueInvoicesOf } from '#payments/invoices/issue-invoices.ts'
import { generationOf, openedBy } from '#payments/purchases/purchase.ts'
import type { Services } from '#registry/services.ts'
import { invoiceFileOf, judgeLink } from '../files/downloads.ts'
import { asInvoice, fileNameOf, type Invoice } from '../invoice/invoice.ts'
import { invoiceDocument } from '../invoice/invoices-document.ts'
import { findReceipt, type Receipt } from '../store.ts'
import { privateHeaders } from './purchase-document.ts'

const text = z.string().catch('')
const invoiceQuery = z.object({
  expires: text,
  signature: text,
  key: text,
  for: text,
  document: uuid.optional().catch(undefined),
})

type Page = {
  readonly noticing: (reply: FastifyReply, answer: () => Promise<FastifyReply>) => Promise<FastifyReply>
  readonly sendExpired: (reply: FastifyReply, receipt?: Receipt) => FastifyReply
}

type Asked = FastifyRequest<{ Params: { id: string } }>
type Opened = { readonly invoice: Invoice; readonly isKeyed: boolean }

/**
 * Serves a purchase's invoice and its further documents, as PDF and as data: for the buyer with the
 * purchase's secret, for a member with a signed link.
 */
export function registerInvoiceFiles(
  app: FastifyInstance,
  services: Services,
  { db, storage }: UploadServices,
  { noticing, sendExpired }: Page,
): void {
  const { clock, limiter, config } = services
  const pictures = createPictures(storage)
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const

  async function answer(
    request: Asked,
    reply: FastifyReply,
    send: (opened: Opened) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { id } = request.params
    const { key, for: userId, document: documentId, ...signed } = invoiceQuery.parse(request.query)
    const isKeyed = isId(id) && generationOf(config.authSecret, id, key) !== undefined
    const fileId = invoiceFileOf(userId)
    const link = { kind: 'download', purchaseId: id, fileId, generation: '', ...signed } as const
    const judged = isKeyed ? 'good' : judgeLink(config.authSecret, link, clock.now())
    const receipt = judged !== 'forged' && isId(id) ? await findReceipt(db, id) : undefined
    if (judged === 'expired') return sendExpired(reply, receipt)
    if (isKeyed) openedBy(config.authSecret, receipt, key)
    const isOpen = receipt !== undefined && (isKeyed || (await mayRead(userId, receipt)))
    return send({ invoice: found(isOpen ? await findInvoice(receipt, documentId) : undefined), isKeyed })
  }

  /** Whether the member with this invoice link still has the right to read the sale. */
  const mayRead = async (userId: string, { sellerId }: Receipt) =>
    mayStill(db, { userId, sellerId }, { entity: 'sales', verb: 'read' })

  /** Finds an invoice, and gives it its number now if it is due but not yet issued. */
  async function findInvoice(receipt: Receipt, documentId: string | undefined): Promise<Invoice | undefined> {
    const invoice = asInvoice(receipt, documentId)
    if (invoice === undefined || invoice.number !== null) return invoice
    await issueInvoicesOf(services, receipt.sellerId)
    const issued = await findReceipt(db, receipt.id)
    return issued && asInvoice(issued)
  }

  /** The shop's logo as PNG for a PDF, or undefined if it has none or it cannot be read. */
  async function readLogo({ id, logo, wideLogo }: Invoice): Promise<Buffer | undefined> {
    const address = wideLogo ?? logo
    if (address === null) return undefined
    try {
      const picture = await pictures.readPng(address.replace(/^\//, ''))
      return picture && (await buffer(picture.stream))
    } catch (error) {
      services.log.warn({ err: error, purchase: id }, 'a logo could not be read')
      return undefined
    }
  }

  app.get<{ Params: { id: string } }>('/purchases/:id/invoice.pdf', options, (request, reply) =>
    noticing(reply, () =>
      answer(request, reply, async ({ invoice, isKeyed }) => {
        const network = clientNetwork(request.ip)
        const logo = await readLogo(invoice)
        const language = isKeyed ? currentLanguage() : invoice.language
        const written = inLanguage(language, () => invoiceDocument({ ...invoice, language }, logo))
        const bytes = await writeDocument(written, {
          by: network,
          admit: (write) => takeFor(limiter, documentUses(invoice.id, network), write),
        })
        return reply
          .headers(privateHeaders)
          .type('application/pdf')
          .header('content-disposition', `inline; filename="${fileNameOf(invoice)}.pdf"`)
          .send(bytes)
      }),
    ),
  )

  app.get<{ Params: { id: string } }>('/purchases/:id/invoice.xml', options, (request, reply) =>
    noticing(reply, () =>
      answer(request, reply, async ({ invoice }) => {
        // Loaded only when needed, because few purchases have an e-invoice.
        const [{ asEInvoice }, { writeUbl }] = await Promise.all([
          import('../e-invoice/e-invoice.ts'),
          import('../e-invoice/write-ubl.ts'),
        ])
        await limiter.take(documentUses(invoice.id, clientNetwork(request.ip)))
        return reply
          .headers(privateHeaders)
          .type('application/xml; charset=utf-8')
          .header('content-disposition', `attachment; filename="${fileNameOf(invoice)}.xml"`)
          .send(writeUbl(found(asEInvoice(invoice))))
      }),
    ),
  )
}
