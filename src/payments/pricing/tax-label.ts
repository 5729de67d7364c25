/**
 * A tax as buyers read it, on a page, in a mail or on an invoice: "Sales tax 8.25%"; "Including Sales tax 8.25%" where the
 * amounts above it have it in them. `title` is the seller's own.
 */
export function taxLabel(title: string | null, percentage: string, isIncluded = false): string {
  return `${isIncluded ? 'Including ' : ''}${title ?? 'Tax'} ${percentage}%`
}
