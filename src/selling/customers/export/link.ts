import { createExportLinks } from '#selling/sales/export/link.ts'
import { customerExportQuery, type CustomerExportQuery } from '../contract.ts'

export const customerExportPath = '/api/customers/export'

const links = createExportLinks(customerExportPath, customerExportQuery)

export function customerExportLink(
  secret: string,
  sellerId: string,
  query: CustomerExportQuery,
  now: Date,
): string {
  return links.write(secret, sellerId, query, now)
}

export function readCustomerLink(secret: string, link: string, now: Date) {
  return links.read(secret, link, now)
}
