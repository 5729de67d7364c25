import { z } from 'zod'
import { idInPath } from '#foundation/http/contract/contract.ts'
import { createExportLinks } from '../sales/export/link.ts'

export const evidencePath = '/api/sales/proof'

/** Which sale's evidence an address leads to. */
export const evidenceLinks = createExportLinks(evidencePath, 'sales', z.object({ id: idInPath }))
