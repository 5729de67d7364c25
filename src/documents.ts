// The process that writes documents; see `foundation/pdf/write-document.ts`.
import { invoicesWriter } from '#buying/receipts/invoice/invoices-document.ts'
import { serveDocuments } from '#foundation/pdf/serve-documents.ts'
import { proofWriter } from '#selling/proof/proof-document.ts'

serveDocuments({ invoices: invoicesWriter, proof: proofWriter })
