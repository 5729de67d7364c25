import { z } from 'zod'
import { idInPath } from '#foundation/http/contract/contract.ts'
import { createExportLinks } from '../sales/export/link.ts'

export const proofPath = '/api/sales/proof'

/** Which sale's proof an address leads to. */
export const proofLinks = createExportLinks(proofPath, 'sales', z.object({ id: idInPath }))
