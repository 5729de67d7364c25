import { createExportLinks } from '#selling/downloads/export-links.ts'
import { exportLinkQuery } from '../contract.ts'

export const exportPath = '/api/sales/export'

/** The addresses of exports of sales. */
export const exportLinks = createExportLinks(exportPath, 'sales', exportLinkQuery)
