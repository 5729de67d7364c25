// The process that writes documents (see `foundation/pdf/write-document.ts`).
import { invoicesWriter } from '#buying/receipts/invoice/invoices-document.ts'
import { serveDocuments } from '#foundation/pdf/serve-documents.ts'
import { evidenceWriter } from '#selling/dispute-evidence/evidence-document.ts'

serveDocuments({ papers: invoicesWriter, proof: evidenceWriter })
