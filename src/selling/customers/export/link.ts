import { createExportLinks } from '#selling/downloads/export-links.ts'
import { customerExportQuery } from '../contract.ts'

export const customerExportPath = '/api/customers/export'

/** The addresses of exports of customers. */
export const customerLinks = createExportLinks(customerExportPath, 'customers', customerExportQuery)
