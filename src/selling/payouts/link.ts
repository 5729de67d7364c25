import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import { createExportLinks } from '#selling/downloads/export-links.ts'

export const payoutExportPath = '/api/payouts/export'

/** Makes and reads the addresses of a payout's CSV. */
export const payoutLinks = createExportLinks(
  payoutExportPath,
  'payouts',
  z.object({ id: z.string(), format: csvFormat }),
)
