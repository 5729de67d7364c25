import { z } from 'zod'
import { createExportLinks } from '#selling/sales/export/link.ts'

export const payoutExportPath = '/api/payouts/export'

/** Makes and reads the addresses of a payout's CSV. */
export const payoutLinks = createExportLinks(payoutExportPath, 'payouts', z.object({ id: z.string() }))
