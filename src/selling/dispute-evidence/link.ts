import { z } from 'zod'
import { idInPath } from '#foundation/http/contract/contract.ts'
import { createExportLinks } from '#selling/downloads/export-links.ts'

export const evidencePath = '/api/sales/proof'

/** Which sale's evidence an address leads to. */
export const evidenceLinks = createExportLinks(evidencePath, 'sales', z.object({ id: idInPath }))
